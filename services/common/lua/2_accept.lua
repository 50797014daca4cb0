-- create: makes a match, open, at version 0, with the deadline of its start. Idempotent by the match id.
-- KEYS meta, secret, changed, change, feed, deadlines
-- ARGV match, request hash, header, rules, game, seats, created (ms), deadline (ms), head 0, summary,
--      encrypted seed, encrypted salt key, feed cap
-- Returns {'created', header} | {'exists', stored header} | {'IDEMPOTENCY_KEY_REUSED'}
local function create(keys, argv)
  check_types(keys, { 'hash', 'hash', 'zset', 'string', 'stream', 'zset' })
  local meta, secret, changed, change, feed, deadlines = unpack(keys)
  open(argv)
  local match, request, header = word(), digest(), word()
  local rules, game, seats, created, deadline = word(), word(), int(), int(), int()
  local head, summary, seed, salt_key, cap = digest(), word(), word(), word(), int()
  done_reading()
  if string.find(match, '[^0-9A-Za-z_-]') then malformed('the match id would not fit into a token') end
  if seats < 1 then malformed('a match needs a seat') end
  check_told(changed, change)

  local stored = redis.call('HMGET', meta, 'request', 'header')
  if stored[1] then
    if stored[1] ~= request then return { 'IDEMPOTENCY_KEY_REUSED' } end
    redis.call('HINCRBY', meta, 'dup', 1) -- a write, for WAITAOF covers only its own connection's
    return { 'exists', stored[2] }
  end
  redis.call('HSET', secret, 'seed', seed, 'salt_key', salt_key)
  redis.call('HSET', meta,
    'request', request, 'header', header, 'rules', rules, 'game', game, 'seats', seats,
    'created', created, 'status', 'open', 'version', '0', 'head', head, 'arrivals', '0',
    'done', '0', 'stamp', created, 'summary', summary, 'deadline', deadline)
  redis.call('ZADD', deadlines, deadline, match)
  announce(changed, change, feed, cap, match, { 'm', match, 'v', '0', 'status', 'open', 'seats', seats })
  return { 'created', header }
end

-- Says why a match takes no mail from this account, or nil if it does. Who may not play is told so
-- first: how the match stands may be no business of spectators yet.
local function closed_to(kind, parked, status, seat)
  if not status then return { 'MATCH_NOT_FOUND' } end
  if kind == 'command' and not seat then return { 'NOT_SEATED' } end
  if parked then return { 'MATCH_PARKED' } end
  if status == 'closed' then return { 'MATCH_CLOSED' } end
  if kind == 'join' and status ~= 'open' and not seat then return { 'MATCH_NOT_OPEN' } end
  return nil
end

-- Appends to the inbox, makes sure that the match has a token, and writes `fields` to meta with it.
-- `state`: arrivals, stamp and token of the match. The keys end with the partition's heartbeat if the mail
-- has to tell of downtime, in a field `d`: see `gaps_between`. Returns the stamp.
local function post(keys, match, state, entry, fields, of_gateway)
  local meta, inbox, ready, heartbeat = keys[1], keys[2], keys[3], keys[4]
  if not state.token then check_type(ready, 'stream') end
  local time = now()
  local at = math.max(time, state.stamp)
  local arrival = state.arrivals + 1
  local ended, gaps, noted = 0, nil, nil
  if heartbeat then ended, gaps, noted = look_at_heartbeat(heartbeat, time, of_gateway) end
  if ended > state.stamp then
    local missed = gaps_between(gaps or read_gaps(heartbeat), state.stamp, at)
    if missed ~= '' then put(entry, 'd', missed) end
  end
  redis.call('XADD', inbox, arrival .. '-0', 't', at, unpack(entry))
  if noted then redis.call('HSET', heartbeat, unpack(noted)) end
  put(fields, 'arrivals', arrival)
  put(fields, 'stamp', at)
  if not state.token then
    put(fields, 'token', new_token(ready, match, 'n', arrival, 't', at, unpack(entry)))
  end
  redis.call('HSET', meta, unpack(fields))
  return at
end

-- Mail of the service's own, which is nobody's: the clock's, or who is there.
local function own_mail(kind, body)
  return { 'k', kind, 'a', '', 'c', '', 'b', body }
end

-- Posts the clock's own mail.
local function post_tick(keys, match, state, body)
  return post(keys, match, state, own_mail('tick', body), { 'tick', state.arrivals + 1 }, false)
end

-- The head of a commit, or '' if the log does not hold it.
local function head_of(log, version)
  local found = redis.call('XRANGE', log, version, version)[1]
  local fields = found and found[2] or {}
  for i = 1, #fields, 2 do
    if fields[i] == 'h' then return fields[i + 1] end
  end
  return ''
end

-- accept: gives a command its place in the order of arrival, or says at once what is known of it.
-- KEYS meta, inbox, ready, heartbeat, receipts, refused, log
-- ARGV match, kind ('command' | 'official' | 'join' | 'tick'), account, command id, body hash, body
--      (an official's command needs no seat; a tick has neither account, id nor hash, and at most one
--      waits in a match)
-- Returns {'accepted', arrival, stamp} | {'known', outcome, head of its commit or ''} | {'seated', seat}
--      | {'join_waits', command id} | {'tick_waits'} | {code of the refusal}
local function accept(keys, argv)
  if #keys ~= 7 then malformed('expected 7 keys') end
  local meta, receipts, refused, log = keys[1], keys[5], keys[6], keys[7]
  open(argv)
  local match, kind = words(2)
  local account, id = text(), text()
  if kind == 'tick' then
    local body = text()
    done_reading()
    if account ~= '' or id ~= '' then malformed('a tick is nobody\'s') end
    local stored = read(meta, { 'parked', 'status', 'stamp', 'arrivals', 'token', 'tick', 'done' })
    local closed = closed_to(kind, stored[1], stored[2], nil)
    if closed then return closed end
    if stored[6] and tonumber(stored[6]) > tonumber(stored[7]) then return { 'tick_waits' } end
    local state = {
      stamp = tonumber(stored[3]), arrivals = tonumber(stored[4]), token = stored[5],
    }
    local at = post_tick(keys, match, state, body)
    return { 'accepted', state.arrivals + 1, at }
  end

  if kind ~= 'command' and kind ~= 'official' and kind ~= 'join' then malformed('unknown kind of mail') end
  local hash, body = digest(), text()
  done_reading()
  local key = account .. '/' .. id
  if #id > 64 or not string.find(key, '^[%w_-]+/[%w_-]+$') then malformed(key .. ' is no command') end
  local known = read(receipts, { key })[1]
  if known then
    if string.sub(known, 1, HASH_BYTES) ~= hash then return { 'COMMAND_ID_REUSED' } end
    local outcome = string.sub(known, HASH_BYTES + 1)
    local version = string.match(outcome, '^%d+')
    local head = version and head_of(log, version) or ''
    redis.call('HINCRBY', meta, 'dup', 1) -- a write, for WAITAOF covers only its own connection's
    return { 'known', outcome, head }
  end
  local stored = read(meta, { 'parked', 'status', 'seat:' .. account, 'stamp', 'arrivals', 'done',
    'token', 'open:' .. account, 'join:' .. account, 'refused:' .. account })
  local seat, undecided = stored[3], tonumber(stored[8] or '0')
  local closed = closed_to(kind, stored[1], stored[2], seat)
  if closed then return closed end
  if kind == 'official' then kind = 'command' end -- decided like any other
  local state = { stamp = tonumber(stored[4]), arrivals = tonumber(stored[5]), token = stored[7] }
  if kind == 'join' then
    if seat then
      redis.call('HINCRBY', meta, 'dup', 1)
      return { 'seated', seat }
    end
    if stored[9] then return { 'join_waits', stored[9] } end
  end
  if undecided >= MAX_UNDECIDED then return { 'TOO_MANY_UNDECIDED' } end
  if state.arrivals - tonumber(stored[6]) >= MAX_INBOX then return { 'INBOX_FULL' } end
  if tonumber(stored[10] or '0') >= MAX_REFUSALS then
    check_type(refused, 'zset')
    purge(meta, receipts, refused, now())
    if tonumber(redis.call('HGET', meta, 'refused:' .. account) or '0') >= MAX_REFUSALS then
      return { 'TOO_MANY_REFUSALS' }
    end
  end

  local fields = { 'open:' .. account, undecided + 1 }
  if kind == 'join' then put(fields, 'join:' .. account, id) end
  local entry = { 'k', kind, 'a', account, 'c', id, 'b', body }
  local at = post(keys, match, state, entry, fields, true)
  redis.call('HSET', receipts, key, hash .. PENDING)
  return { 'accepted', state.arrivals + 1, at }
end

redis.register_function('playledger_v1_create', create)
redis.register_function('playledger_v1_accept', accept)
