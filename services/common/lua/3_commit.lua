-- What commit, park and unpark have in common: read a plan, check it, carry it out.

-- All of them take the same keys, so that one list serves:
-- KEYS meta, inbox, log, receipts, sealed, refusals, refused, ready, scheduled, changed, change, feed,
--      deadlines, dead letters
local KINDS = { 'hash', 'stream', 'stream', 'hash', 'hash', 'stream', 'zset', 'stream', 'hash', 'zset',
  'string', 'stream', 'zset', 'stream' }

local function named(keys)
  check_types(keys, KINDS)
  return {
    meta = keys[1], inbox = keys[2], log = keys[3], receipts = keys[4], sealed = keys[5],
    refusals = keys[6], refused = keys[7], ready = keys[8], scheduled = keys[9], changed = keys[10],
    change = keys[11], feed = keys[12], deadlines = keys[13], dead_letters = keys[14],
  }
end

-- Reads `seen version, seen done, seen head` and compares them with what is stored.
-- Returns the stored standing, or nil if the caller saw another one.
local function seen_standing(meta)
  local version, done, head = int(), int(), digest()
  local now_stored = redis.call('HMGET', meta, 'version', 'done', 'head', 'arrivals', 'seats', 'stamp',
    'parked', 'status')
  if tonumber(now_stored[1]) ~= version or tonumber(now_stored[2]) ~= done or now_stored[3] ~= head then
    return nil
  end
  return {
    version = version, done = done, head = head, arrivals = tonumber(now_stored[4]),
    seats = tonumber(now_stored[5]), stamp = tonumber(now_stored[6]), parked = now_stored[7],
    status = now_stored[8],
  }
end

-- Reads `count, {n, head, public, parts, private 0 .. private N-1, private server}...`.
local function read_commits(standing)
  local commits = {}
  for i = 1, int() do
    local n, head, public = int(), digest(), word()
    if n ~= standing.version + i then malformed('commit ' .. digits(n) .. ' does not follow') end
    if int() ~= standing.seats + 1 then malformed('a private part for each seat and the server') end
    local private = {}
    for audience = 0, standing.seats do
      private[audience] = text()
    end
    commits[i] = { n = digits(n), head = head, public = public, private = private }
  end
  return commits
end

local FINISHES = { accepted = true, seated = true, sealed = true, replaced = true, refused = true }

-- Reads `count, {account, command id, status, receipt, body}...` and looks up what is recorded of each:
-- only a pending or sealed command can be finished.
local function read_finished(receipts)
  local finished = {}
  for i = 1, int() do
    local account, id, status, receipt, body = word(), word(), word(), word(), text()
    local key = account .. '/' .. id
    local start = '{"status":"' .. status .. '"'
    if not FINISHES[status] or string.sub(receipt, 1, #start) ~= start then
      malformed('receipt of ' .. key .. ' does not begin with its status')
    end
    local stored = redis.call('HGET', receipts, key)
    if not stored then malformed('no receipt of ' .. key) end
    local outcome = string.sub(stored, 66)
    local pending = outcome == PENDING
    if not pending and string.sub(outcome, 1, 18) ~= '{"status":"sealed"' then
      malformed('receipt of ' .. key .. ' is final')
    end
    finished[i] = {
      key = key, account = account, id = id, status = status, receipt = receipt, body = body,
      hash = string.sub(stored, 1, 64), pending = pending,
    }
  end
  return finished
end

-- Reads `'' | '1', status, summary, stamp, deadline or '', count, {account, seat or ''}..., count,
-- {seat, '1' | '', bytes}...`; nil when the decision changed nothing of these.
local function read_change(seats)
  if text() == '' then return nil end
  local change = { status = word(), summary = word(), stamp = int(), deadline = optional_int() }
  if not STATUSES[change.status] then malformed('unknown status ' .. change.status) end
  change.seats, change.sealed = {}, {}
  for i = 1, int() do
    local account = word()
    local seat = nil
    if args[position + 1] == '' then position = position + 1 else seat = seat_below(seats) end
    change.seats[i] = { field = 'seat:' .. account, seat = seat }
  end
  for i = 1, int() do
    change.sealed[i] = { seat = seat_below(seats), kept = text() == '1', bytes = text() }
  end
  return change
end

local function append(key, ...)
  for _, value in ipairs({ ... }) do
    key[#key + 1] = value
  end
end

-- The fields of one commit, named by its number, for the feed.
local function tell_commit(fields, commit, seats)
  append(fields, 'p:' .. commit.n, commit.public, 'h:' .. commit.n, commit.head)
  for audience = 0, seats do
    local bytes = commit.private[audience]
    if bytes ~= '' then
      append(fields, (audience == seats and 's' or digits(audience)) .. ':' .. commit.n, bytes)
    end
  end
end

local function write_commit(log, commit, seats)
  local fields = { 'p', commit.public, 'h', commit.head }
  for audience = 0, seats do
    local bytes = commit.private[audience]
    if bytes ~= '' then append(fields, audience == seats and 's' or digits(audience), bytes) end
  end
  redis.call('XADD', log, commit.n .. '-0', unpack(fields))
end

local function write_finished(k, finished, at)
  local counted = {}
  for _, f in ipairs(finished) do
    redis.call('HSET', k.receipts, f.key, f.hash .. ' ' .. f.receipt)
    if f.pending and not counted[f.key] then
      counted[f.key] = true -- one call may seal a command and accept it
      count(k.meta, 'open:' .. f.account, -1)
      if redis.call('HGET', k.meta, 'join:' .. f.account) == f.id then
        redis.call('HDEL', k.meta, 'join:' .. f.account)
      end
    end
    if f.status == 'refused' then
      redis.call('XADD', k.refusals, 'MAXLEN', '~', KEPT_REFUSALS, '*', 'a', f.account, 'c', f.id,
        'r', f.receipt, 'b', f.body)
      if redis.call('ZADD', k.refused, digits(at), f.key) == 1 then
        redis.call('HINCRBY', k.meta, 'refused:' .. f.account, 1)
      end
    end
  end
end

-- Writes what changed of seats, box and clocks; returns the seats in the box, or nil if it is as before.
local function write_change(k, match, change, last_stamp)
  redis.call('HSET', k.meta, 'status', change.status, 'summary', change.summary, 'stamp',
    digits(math.max(change.stamp, last_stamp)))
  if change.deadline then
    redis.call('ZADD', k.deadlines, digits(change.deadline), match)
  else
    redis.call('ZREM', k.deadlines, match)
  end
  for _, s in ipairs(change.seats) do
    if s.seat then
      redis.call('HSET', k.meta, s.field, digits(s.seat))
    else
      redis.call('HDEL', k.meta, s.field)
    end
  end
  if #change.sealed == 0 then return nil end
  for _, s in ipairs(change.sealed) do
    if s.kept then
      redis.call('HSET', k.sealed, digits(s.seat), s.bytes)
    else
      redis.call('HDEL', k.sealed, digits(s.seat))
    end
  end
  local seats = redis.call('HKEYS', k.sealed)
  table.sort(seats, function(a, b) return tonumber(a) < tonumber(b) end)
  return table.concat(seats, ',')
end

-- Checks a plan as a whole. plan: done, commits, finished, change, fault.
local function check_plan(standing, plan)
  if plan.done < standing.done or plan.done > standing.arrivals then
    malformed('done ' .. digits(plan.done) .. ' is no arrival')
  end
  if #plan.commits > 0 and not plan.change then malformed('commits without a change') end
  local size = 12 + 2 * #plan.finished + #plan.commits * 2 * (standing.seats + 3)
  if size > MAX_FIELDS then malformed('more than one call can carry') end
end

-- Carries out a plan that is checked. Returns the change number, 0 if there was nothing to tell.
local function carry_out(k, match, cap, standing, plan)
  local fields = { 'm', match, 'seats', digits(standing.seats) }
  local version = digits(standing.version + #plan.commits)
  for _, commit in ipairs(plan.commits) do
    write_commit(k.log, commit, standing.seats)
    tell_commit(fields, commit, standing.seats)
  end
  redis.call('HSET', k.meta, 'version', version, 'done', digits(plan.done))
  redis.call('HDEL', k.meta, 'tries') -- of what is decided now, or could not be decided before
  if #plan.commits > 0 then
    redis.call('HSET', k.meta, 'head', plan.commits[#plan.commits].head)
  end
  local at = now()
  write_finished(k, plan.finished, at)
  for _, f in ipairs(plan.finished) do
    append(fields, 'r:' .. f.key, f.receipt)
  end
  local status, sealed = standing.status, nil
  if plan.change then
    status = plan.change.status
    sealed = write_change(k, match, plan.change, standing.stamp)
    if sealed then append(fields, 'sealed', sealed) end
  end
  if plan.fault ~= '' then
    redis.call('XADD', k.dead_letters, 'MAXLEN', '~', KEPT_DEAD_LETTERS, '*', 'm', match, 'v', version,
      'f', plan.fault)
  end
  redis.call('XTRIM', k.inbox, 'MINID', digits(plan.done + 1) .. '-0')
  purge(k.meta, k.receipts, k.refused, at)
  if #plan.commits == 0 and #plan.finished == 0 and not sealed then return 0 end
  append(fields, 'v', version, 'status', status)
  return announce(k.changed, k.change, k.feed, cap, match, fields)
end

-- commit: appends what a worker decided for a token, answers the commands, and passes the token on.
-- ARGV match, token, group, feed cap, seen version, seen done, seen head, new done, commits, finished,
--      change, dead-letter text or ''
-- Returns {'committed', change number or 0, 1 if mail is left} | {'superseded'} | {'stale'}
local function commit(keys, argv)
  local k = named(keys)
  open(argv)
  local match, token, group, cap = word(), word(), word(), digits(int())
  if not is_live(k.scheduled, match, token) then
    discard(k.ready, group, token)
    return { 'superseded' }
  end
  local standing = seen_standing(k.meta)
  if not standing then return { 'stale' } end
  local plan = {
    done = int(), commits = read_commits(standing), finished = read_finished(k.receipts),
    change = read_change(standing.seats), fault = text(),
  }
  done_reading()
  check_plan(standing, plan)

  local change = carry_out(k, match, cap, standing, plan)
  discard(k.ready, group, token)
  if standing.arrivals > plan.done then
    schedule(k.ready, k.scheduled, match)
    return { 'committed', change, 1 }
  end
  redis.call('HDEL', k.scheduled, match)
  return { 'committed', change, 0 }
end

-- The waiting mail of a match as finished commands with one and the same receipt.
local function refuse_waiting(k, standing, receipt)
  local finished = {}
  local mail = redis.call('XRANGE', k.inbox, digits(standing.done + 1) .. '-0', '+')
  for _, entry in ipairs(mail) do
    local m = {}
    for i = 1, #entry[2], 2 do
      m[entry[2][i]] = entry[2][i + 1]
    end
    if m.a ~= '' then
      local key = m.a .. '/' .. m.c
      local stored = redis.call('HGET', k.receipts, key)
      finished[#finished + 1] = {
        key = key, account = m.a, id = m.c, status = 'refused', receipt = receipt, body = m.b,
        hash = string.sub(stored, 1, 64), pending = true,
      }
    end
  end
  return finished
end

-- park: stops a match that can't go on. Appends one system commit, stops the clock, answers all mail.
-- ARGV match, token, group, feed cap, seen version, seen done, seen head, one commit, stamp, summary,
--      receipt of waiting mail, dead-letter text
-- Returns as commit does.
local function park(keys, argv)
  local k = named(keys)
  open(argv)
  local match, token, group, cap = word(), word(), word(), digits(int())
  if not is_live(k.scheduled, match, token) then
    discard(k.ready, group, token)
    return { 'superseded' }
  end
  local standing = seen_standing(k.meta)
  if not standing then return { 'stale' } end
  -- Nothing may follow the commit that closes a match: its file is proved.
  if standing.status == 'closed' then malformed('a closed match is not parked') end
  local commits, stamp, summary, receipt, fault = read_commits(standing), int(), word(), word(), word()
  done_reading()
  if #commits ~= 1 then malformed('parking takes one commit') end
  local plan = {
    done = standing.arrivals, commits = commits, finished = refuse_waiting(k, standing, receipt),
    change = { status = standing.status, summary = summary, stamp = stamp, seats = {}, sealed = {} },
    fault = fault,
  }
  check_plan(standing, plan)

  local change = carry_out(k, match, cap, standing, plan)
  redis.call('HSET', k.meta, 'parked', '1')
  discard(k.ready, group, token)
  redis.call('HDEL', k.scheduled, match)
  return { 'committed', change, 0 }
end

-- Reads `one commit, stamp, summary, deadline or ''` of the service's own: it decides no mail.
local function read_own_plan(standing)
  local commits, stamp, summary, deadline = read_commits(standing), int(), word(), optional_int()
  if #commits ~= 1 then malformed('the service appends one commit at a time') end
  return {
    done = standing.done, commits = commits, finished = {}, fault = '',
    change = {
      status = standing.status, summary = summary, stamp = stamp, deadline = deadline, seats = {},
      sealed = {},
    },
  }
end

-- unpark: lets a parked match go on. Appends one system commit, sets the clock, and posts a tick, for
-- what follows by itself needs somebody to ask for it.
-- ARGV match, feed cap, seen version, seen done, seen head, one commit, stamp, summary, deadline or '',
--      body of the tick
-- Returns {'committed', change number, 0} | {'not_parked'} | {'stale'}
local function unpark(keys, argv)
  local k = named(keys)
  open(argv)
  local match, cap = word(), digits(int())
  local standing = seen_standing(k.meta)
  if not standing then return { 'stale' } end
  if not standing.parked then return { 'not_parked' } end
  local plan, tick = read_own_plan(standing), word()
  done_reading()
  check_plan(standing, plan)

  local change = carry_out(k, match, cap, standing, plan)
  redis.call('HDEL', k.meta, 'parked')
  post_tick({ k.meta, k.inbox, k.receipts, k.ready, k.scheduled }, match,
    math.max(plan.change.stamp, standing.stamp), tick)
  return { 'committed', change, 0 }
end

-- reseed: gives a match a new server seed after history was rewound. Appends one system commit.
-- KEYS as above, then secret
-- ARGV as unpark, then the encrypted seeds
-- Returns {'committed', change number, 0} | {'closed'} | {'stale'}
local function reseed(keys, argv)
  local secret = table.remove(keys)
  check_types({ secret }, { 'hash' })
  local k = named(keys)
  open(argv)
  local match, cap = word(), digits(int())
  local standing = seen_standing(k.meta)
  if not standing then return { 'stale' } end
  if standing.status == 'closed' then return { 'closed' } end
  local plan, seeds = read_own_plan(standing), word()
  done_reading()
  check_plan(standing, plan)

  local change = carry_out(k, match, cap, standing, plan)
  redis.call('HSET', secret, 'seed', seeds)
  return { 'committed', change, 0 }
end

-- What was accepted can be finished when memory is short.
local WHEN_FULL = { 'allow-oom' }
redis.register_function {
  function_name = 'playledger_v1_commit', callback = commit, flags = WHEN_FULL,
}
redis.register_function { function_name = 'playledger_v1_park', callback = park, flags = WHEN_FULL }
redis.register_function { function_name = 'playledger_v1_unpark', callback = unpark, flags = WHEN_FULL }
redis.register_function { function_name = 'playledger_v1_reseed', callback = reseed, flags = WHEN_FULL }
