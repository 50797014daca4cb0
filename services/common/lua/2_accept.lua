-- create: makes a match, open, at version 0. Idempotent by the match id.
-- KEYS meta, secret, changed, change, feed
-- ARGV match, request hash, header, rules, game, seats, created (ms), head 0, summary,
--      encrypted seed, encrypted salt key, feed cap
-- Returns {'created', header} | {'exists', stored header} | {'IDEMPOTENCY_KEY_REUSED'}
local function create(keys, argv)
  check_types(keys, { 'hash', 'hash', 'zset', 'string', 'stream' })
  local meta, secret, changed, change, feed = unpack(keys)
  open(argv)
  local match, request, header = word(), digest(), word()
  local rules, game, seats, created = word(), word(), int(), int()
  local head, summary, seed, salt_key, cap = digest(), word(), word(), word(), int()
  done_reading()
  if string.find(match, '[^0-9A-Za-z_-]') then malformed('the match id would not fit into a token') end
  if seats < 1 then malformed('a match needs a seat') end

  local stored = redis.call('HMGET', meta, 'request', 'header')
  if stored[1] then
    if stored[1] ~= request then return { 'IDEMPOTENCY_KEY_REUSED' } end
    redis.call('HINCRBY', meta, 'dup', 1) -- a write, for WAITAOF covers only its own connection's
    return { 'exists', stored[2] }
  end
  redis.call('HSET', secret, 'seed', seed, 'salt_key', salt_key)
  redis.call('HSET', meta,
    'request', request, 'header', header, 'rules', rules, 'game', game, 'seats', digits(seats),
    'created', digits(created), 'status', 'open', 'version', '0', 'head', head, 'arrivals', '0',
    'done', '0', 'stamp', digits(created), 'summary', summary)
  announce(changed, change, feed, digits(cap), match,
    { 'm', match, 'v', '0', 'status', 'open', 'seats', digits(seats) })
  return { 'created', header }
end

-- Says why a match takes no mail from this account, or nil if it does. `state` is parked, status, seat.
local function closed_to(kind, parked, status, seat)
  if not status then return { 'MATCH_NOT_FOUND' } end
  if parked then return { 'MATCH_PARKED' } end
  if status == 'closed' then return { 'MATCH_CLOSED' } end
  if kind == 'command' and not seat then return { 'NOT_SEATED' } end
  if kind == 'join' and status ~= 'open' and not seat then return { 'MATCH_NOT_OPEN' } end
  return nil
end

-- Appends to the inbox and makes sure that the match has a token; returns arrival and stamp.
local function post(keys, match, last_stamp, entry)
  local meta, inbox, ready, scheduled = keys[1], keys[2], keys[4], keys[5]
  local at = digits(math.max(now(), last_stamp))
  local arrival = digits(redis.call('HINCRBY', meta, 'arrivals', 1))
  redis.call('HSET', meta, 'stamp', at)
  redis.call('XADD', inbox, arrival .. '-0', 't', at, unpack(entry))
  if redis.call('HEXISTS', scheduled, match) == 0 then
    schedule(ready, scheduled, match)
  end
  return arrival, at
end

-- Posts the clock's own mail, which is nobody's.
local function post_tick(keys, match, last_stamp, body)
  local arrival, at = post(keys, match, last_stamp, { 'k', 'tick', 'a', '', 'c', '', 'b', body })
  redis.call('HSET', keys[1], 'tick', arrival)
  return arrival, at
end

-- accept: gives a command its place in the order of arrival, or says at once what is known of it.
-- KEYS meta, inbox, receipts, ready, scheduled, refused
-- ARGV match, kind ('command' | 'join' | 'tick'), account, command id, body hash, body
--      (a tick has neither account, id nor hash; at most one waits in a match)
-- Returns {'accepted', arrival, stamp} | {'known', receipt} | {'seated', seat}
--      | {'join_waits', command id} | {'tick_waits'} | {code of the refusal}
local function accept(keys, argv)
  check_types(keys, { 'hash', 'stream', 'hash', 'stream', 'hash', 'zset' })
  local meta, receipts, refused = keys[1], keys[3], keys[6]
  open(argv)
  local match, kind, account, id = word(), word(), text(), text()
  if kind == 'tick' then
    local body = text()
    done_reading()
    if account ~= '' or id ~= '' then malformed('a tick is nobody\'s') end
    local state = redis.call('HMGET', meta, 'parked', 'status', 'stamp', 'tick', 'done')
    local closed = closed_to(kind, state[1], state[2], nil)
    if closed then return closed end
    if state[4] and tonumber(state[4]) > tonumber(state[5]) then return { 'tick_waits' } end
    local arrival, at = post_tick(keys, match, tonumber(state[3]), body)
    return { 'accepted', arrival, at }
  end

  if kind ~= 'command' and kind ~= 'join' then malformed('unknown kind of mail') end
  local hash, body = digest(), text()
  done_reading()
  if string.find(account, '^[0-9A-Za-z_-]+$') == nil then malformed('no account id') end
  if string.find(id, '^[0-9A-Za-z_-]+$') == nil or #id > 64 then malformed('no command id') end

  local key = account .. '/' .. id
  local known = redis.call('HGET', receipts, key)
  if known then
    if string.sub(known, 1, 64) ~= hash then return { 'COMMAND_ID_REUSED' } end
    redis.call('HINCRBY', meta, 'dup', 1) -- a write, for WAITAOF covers only its own connection's
    return { 'known', string.sub(known, 66) }
  end
  local state = redis.call('HMGET', meta, 'parked', 'status', 'seat:' .. account, 'stamp', 'arrivals',
    'done', 'open:' .. account, 'join:' .. account, 'refused:' .. account)
  local closed = closed_to(kind, state[1], state[2], state[3])
  if closed then return closed end
  if kind == 'join' then
    if state[3] then
      redis.call('HINCRBY', meta, 'dup', 1)
      return { 'seated', state[3] }
    end
    if state[8] then return { 'join_waits', state[8] } end
  end
  if tonumber(state[7] or '0') >= MAX_UNDECIDED then return { 'TOO_MANY_UNDECIDED' } end
  if tonumber(state[5]) - tonumber(state[6]) >= MAX_INBOX then return { 'INBOX_FULL' } end
  if tonumber(state[9] or '0') >= MAX_REFUSALS then
    purge(meta, receipts, refused, now())
    if tonumber(redis.call('HGET', meta, 'refused:' .. account) or '0') >= MAX_REFUSALS then
      return { 'TOO_MANY_REFUSALS' }
    end
  end

  local arrival, at = post(keys, match, tonumber(state[4]),
    { 'k', kind, 'a', account, 'c', id, 'b', body })
  redis.call('HSET', receipts, key, hash .. ' ' .. PENDING)
  redis.call('HINCRBY', meta, 'open:' .. account, 1)
  if kind == 'join' then redis.call('HSET', meta, 'join:' .. account, id) end
  return { 'accepted', arrival, at }
end

redis.register_function('playledger_v1_create', create)
redis.register_function('playledger_v1_accept', accept)
