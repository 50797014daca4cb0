-- What commit, park and unpark have in common: read a plan, check it, carry it out.

-- All of them take the same keys, so that one list serves:
-- KEYS meta, inbox, log, receipts, sealed, refusals, refused, ready, changed, change, feed, deadlines,
--      dead letters
local function named(keys)
  if #keys ~= 13 then malformed('expected 13 keys') end
  return {
    meta = keys[1], inbox = keys[2], log = keys[3], receipts = keys[4], sealed = keys[5],
    refusals = keys[6], refused = keys[7], ready = keys[8], changed = keys[9], change = keys[10],
    feed = keys[11], deadlines = keys[12], dead_letters = keys[13],
  }
end

local STANDING = { 'version', 'done', 'head', 'arrivals', 'seats', 'stamp', 'parked', 'status', 'token',
  'tries', 'deadline', 'refused' }

local function stored_standing(meta)
  local stored = read(meta, STANDING)
  return {
    version = tonumber(stored[1]), done = tonumber(stored[2]), arrivals = tonumber(stored[4]),
    seats = tonumber(stored[5]), stamp = tonumber(stored[6]), parked = stored[7], status = stored[8],
    token = stored[9], tries = stored[10], deadline = tonumber(stored[11] or nil),
    refused = tonumber(stored[12] or nil), seen = { stored[1], stored[2], stored[3] },
  }
end

-- Reads `seen version, seen done, seen head`; true if the match stands so.
local function is_seen(standing)
  local version, done, head = words(3)
  local seen = standing.seen
  return seen[1] == version and seen[2] == done and seen[3] == head
end

-- Reads `count, {n, head, public, parts, private 0 .. private N-1, private server}...`.
local function read_commits()
  local commits = {}
  for i = 1, int() do
    local n, head, public, seats = int(), digest(), word(), int() - 1
    local private = {}
    for audience = 0, seats do
      local bytes = text()
      if bytes ~= '' then put(private, audience == seats and 's' or audience, bytes) end
    end
    commits[i] = { n = n, head = head, public = public, seats = seats, private = private }
  end
  return commits
end

local FINISHES = { accepted = true, seated = true, sealed = true, replaced = true, refused = true }

-- Reads `count, {account, command id, status, receipt, body}...`. The receipt of an accepted command may
-- be short: its version first, its head to be found in the log.
local function read_finished()
  local finished = {}
  for i = 1, int() do
    local account, id, status, receipt = words(4)
    local key = account .. '/' .. id
    if not (status == 'accepted' and string.find(receipt, '^%d')) then
      local start = '{"status":"' .. status .. '"'
      if not FINISHES[status] or string.sub(receipt, 1, #start) ~= start then
        malformed('receipt of ' .. key .. ' does not begin with its status')
      end
    end
    finished[i] = {
      key = key, account = account, id = id, status = status, receipt = receipt, body = text(),
    }
  end
  return finished
end

-- Looks up what is recorded of finished commands: only a pending or sealed one can be finished.
local function look_up(receipts, finished)
  if #finished == 0 then return end
  local asked = {}
  for i, f in ipairs(finished) do
    asked[i] = f.key
  end
  for i, stored in ipairs(read(receipts, asked)) do
    local f = finished[i]
    if not stored then malformed('no receipt of ' .. f.key) end
    local outcome = string.sub(stored, HASH_BYTES + 1)
    f.hash, f.pending = string.sub(stored, 1, HASH_BYTES), outcome == PENDING
    if not f.pending and string.sub(outcome, 1, 18) ~= '{"status":"sealed"' then
      malformed('receipt of ' .. f.key .. ' is final')
    end
  end
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

-- The fields of one commit, named by its number, for the feed.
local function tell_commit(fields, commit)
  local of = ':' .. commit.n
  put(fields, 'p' .. of, commit.public)
  put(fields, 'h' .. of, commit.head)
  for i = 1, #commit.private, 2 do
    put(fields, commit.private[i] .. of, commit.private[i + 1])
  end
end

local function write_commit(log, commit)
  redis.call('XADD', log, commit.n .. '-0', 'p', commit.public, 'h', commit.head, unpack(commit.private))
end

-- Of accounts whose commands are decided now: how many stay undecided, and which join waits no more.
-- Fills `fields` and `gone` of meta; a counter goes at zero, so that idle accounts cost nothing.
local function settle(meta, finished, fields, gone)
  local asked, counted = {}, {}
  for _, f in ipairs(finished) do
    if f.pending and not counted[f.key] then
      counted[f.key] = true -- one call may seal a command and accept it
      put(asked, 'open:' .. f.account, 'join:' .. f.account)
      counted[#asked] = f.id
    end
  end
  if #asked == 0 then return end
  local stored, left = redis.call('HMGET', meta, unpack(asked)), {}
  for i = 1, #asked, 2 do
    local open_field, join_field = asked[i], asked[i + 1]
    left[open_field] = (left[open_field] or tonumber(stored[i] or '0')) - 1
    if stored[i + 1] == counted[i + 1] then gone[#gone + 1] = join_field end
  end
  for field, number in pairs(left) do
    if number > 0 then put(fields, field, number) else gone[#gone + 1] = field end
  end
end

local function write_finished(k, finished, at)
  if #finished == 0 then return end
  local receipts = {}
  for _, f in ipairs(finished) do
    put(receipts, f.key, f.hash .. f.receipt)
    if f.status == 'refused' then
      redis.call('XADD', k.refusals, 'MAXLEN', '~', KEPT_REFUSALS, '*', 'a', f.account, 'c', f.id,
        'r', f.receipt, 'b', f.body)
      if redis.call('ZADD', k.refused, at, f.key) == 1 then
        redis.call('HINCRBY', k.meta, 'refused:' .. f.account, 1)
      end
    end
  end
  redis.call('HSET', k.receipts, unpack(receipts))
end

-- Writes what changed of box and clocks, and adds the rest to `fields` and `gone` of meta; returns the
-- seats in the box, or nil if it is as before.
local function write_change(k, match, change, standing, fields, gone)
  put(fields, 'status', change.status)
  put(fields, 'summary', change.summary)
  put(fields, 'stamp', math.max(change.stamp, standing.stamp))
  if change.deadline and change.deadline ~= standing.deadline then
    redis.call('ZADD', k.deadlines, change.deadline, match)
    put(fields, 'deadline', change.deadline)
  elseif standing.deadline and not change.deadline then
    redis.call('ZREM', k.deadlines, match)
    gone[#gone + 1] = 'deadline'
  end
  for _, s in ipairs(change.seats) do
    if s.seat then put(fields, s.field, s.seat) else gone[#gone + 1] = s.field end
  end
  if #change.sealed == 0 then return nil end
  for _, s in ipairs(change.sealed) do
    if s.kept then
      redis.call('HSET', k.sealed, s.seat, s.bytes)
    else
      redis.call('HDEL', k.sealed, s.seat)
    end
  end
  local seats = redis.call('HKEYS', k.sealed)
  table.sort(seats, function(a, b) return tonumber(a) < tonumber(b) end)
  return table.concat(seats, ',')
end

-- Checks a plan as a whole, and the keys it will write. plan: done, commits, finished, change, fault.
-- It notes in the plan whether commands are refused.
local function check_plan(k, standing, plan)
  for i, commit in ipairs(plan.commits) do
    if commit.n ~= standing.version + i then malformed('commit ' .. commit.n .. ' does not follow') end
    if commit.seats ~= standing.seats then malformed('a private part for each seat and the server') end
  end
  if plan.done < standing.done or plan.done > standing.arrivals then
    malformed('done ' .. plan.done .. ' is no arrival')
  end
  if #plan.commits > 0 and not plan.change then malformed('commits without a change') end
  local size = 12 + 2 * #plan.finished + #plan.commits * 2 * (standing.seats + 3)
  if size > MAX_FIELDS then malformed('more than one call can carry') end
  check_streams(k.log, k.inbox, k.ready, k.feed)
  check_told(k.changed, k.change)
  for _, f in ipairs(plan.finished) do
    plan.refuses = plan.refuses or f.status == 'refused'
  end
  if plan.refuses then check_types({ k.refusals, k.refused }, { 'stream', 'zset' }) end
  if standing.refused then check_type(k.refused, 'zset') end
  if plan.change then
    if plan.change.deadline ~= standing.deadline then check_type(k.deadlines, 'zset') end
    if #plan.change.sealed > 0 then check_type(k.sealed, 'hash') end
  end
  if plan.fault ~= '' then check_type(k.dead_letters, 'stream') end
end

-- Carries out a plan that is checked; with `plan.more` the match gets a token for what is left.
-- `fields` and `gone`: what else changes in meta.
-- Returns the change number, 0 if there was nothing to tell.
local function carry_out(k, match, cap, standing, plan, fields, gone)
  local told = { 'm', match, 'seats', standing.seats }
  local version = standing.version + #plan.commits
  for _, commit in ipairs(plan.commits) do
    write_commit(k.log, commit)
    tell_commit(told, commit)
  end
  put(fields, 'version', version)
  put(fields, 'done', plan.done)
  if plan.more then put(fields, 'token', new_token(k.ready, match)) end
  if standing.tries then gone[#gone + 1] = 'tries' end -- of what is decided, or could not be before
  if #plan.commits > 0 then put(fields, 'head', plan.commits[#plan.commits].head) end
  local at = (plan.refuses or standing.refused) and now()
  settle(k.meta, plan.finished, fields, gone)
  write_finished(k, plan.finished, at)
  for _, f in ipairs(plan.finished) do
    put(told, 'r:' .. f.key, f.receipt)
  end
  local status, sealed = standing.status, nil
  if plan.change then
    status = plan.change.status
    sealed = write_change(k, match, plan.change, standing, fields, gone)
    if sealed then put(told, 'sealed', sealed) end
  end
  if plan.fault ~= '' then
    redis.call('XADD', k.dead_letters, 'MAXLEN', '~', KEPT_DEAD_LETTERS, '*', 'm', match, 'v', version,
      'f', plan.fault)
  end
  if status == 'closed' and plan.done == standing.arrivals then
    redis.call('UNLINK', k.inbox) -- nothing can be accepted any more
  elseif plan.done > standing.done then
    redis.call('XTRIM', k.inbox, 'MINID', (plan.done + 1) .. '-0')
  end
  if plan.refuses and not standing.refused then put(fields, 'refused', at + REFUSED_FOR) end
  redis.call('HSET', k.meta, unpack(fields))
  if #gone > 0 then redis.call('HDEL', k.meta, unpack(gone)) end
  if standing.refused and at >= standing.refused then purge(k.meta, k.receipts, k.refused, at) end
  if #plan.commits == 0 and #plan.finished == 0 and not sealed then return 0 end
  put(told, 'v', version)
  put(told, 'status', status)
  return announce(k.changed, k.change, k.feed, cap, match, told)
end

-- commit: appends what a worker decided for a token, answers the commands, and passes the token on.
-- ARGV match, token, group, feed cap, seen version, seen done, seen head, new done, commits, finished,
--      change, dead-letter text or ''
-- Returns {'committed', change number or 0, 1 if mail is left} | {'superseded'} | {'stale'}
local function commit(keys, argv)
  local k = named(keys)
  open(argv)
  local match, token, group = words(3)
  local cap = int()
  local standing = stored_standing(k.meta)
  if standing.token ~= token then
    discard(k.ready, group, token)
    return { 'superseded' }
  end
  if not is_seen(standing) then return { 'stale' } end
  local plan = {
    done = int(), commits = read_commits(), finished = read_finished(),
    change = read_change(standing.seats), fault = text(),
  }
  done_reading()
  look_up(k.receipts, plan.finished)
  check_plan(k, standing, plan)

  plan.more = standing.arrivals > plan.done
  local change = carry_out(k, match, cap, standing, plan, {}, plan.more and {} or { 'token' })
  discard(k.ready, group, token)
  return { 'committed', change, plan.more and 1 or 0 }
end

-- The waiting mail of a match as finished commands with one and the same receipt. Also returns what has to be
-- written to meta of somebody's return that now stays untold: that it is still to be told.
local function refuse_waiting(k, standing, receipt)
  local finished, untold = {}, {}
  local mail = redis.call('XRANGE', k.inbox, (standing.done + 1) .. '-0', '+')
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
        hash = string.sub(stored, 1, HASH_BYTES), pending = true,
      }
    end
    local seat = m.k == 'presence' and string.match(m.b, '^{"seat":(%d+),"present":true}$')
    if seat then put(untold, 'presence:' .. seat, 'absent 0') end
  end
  return finished, untold
end

-- park: stops a match that can't go on. Appends one system commit, stops the clock, answers all mail.
-- ARGV match, token, group, feed cap, seen version, seen done, seen head, one commit, stamp, summary,
--      receipt of waiting mail, dead-letter text
-- Returns as commit does.
local function park(keys, argv)
  local k = named(keys)
  open(argv)
  local match, token, group = words(3)
  local cap = int()
  local standing = stored_standing(k.meta)
  if standing.token ~= token then
    discard(k.ready, group, token)
    return { 'superseded' }
  end
  if not is_seen(standing) then return { 'stale' } end
  -- Nothing may follow the commit that closes a match: its file is proved.
  if standing.status == 'closed' then malformed('a closed match is not parked') end
  local commits, stamp, summary, receipt, fault = read_commits(), int(), word(), word(), word()
  done_reading()
  if #commits ~= 1 then malformed('parking takes one commit') end
  local finished, fields = refuse_waiting(k, standing, receipt)
  local plan = {
    done = standing.arrivals, commits = commits, finished = finished,
    change = { status = standing.status, summary = summary, stamp = stamp, seats = {}, sealed = {} },
    fault = fault,
  }
  check_plan(k, standing, plan)

  put(fields, 'parked', '1')
  local change = carry_out(k, match, cap, standing, plan, fields, { 'token' })
  discard(k.ready, group, token)
  return { 'committed', change, 0 }
end

-- Reads `one commit, stamp, summary, deadline or ''` of the service's own: it decides no mail.
local function read_own_plan(standing)
  local commits, stamp, summary, deadline = read_commits(), int(), word(), optional_int()
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
  local match, cap = word(), int()
  local standing = stored_standing(k.meta)
  if not is_seen(standing) then return { 'stale' } end
  if not standing.parked then return { 'not_parked' } end
  local plan, tick = read_own_plan(standing), word()
  done_reading()
  check_plan(k, standing, plan)

  local change = carry_out(k, match, cap, standing, plan, {}, { 'parked' })
  post_tick({ k.meta, k.inbox, k.ready }, match, {
    stamp = math.max(plan.change.stamp, standing.stamp), arrivals = standing.arrivals,
    token = standing.token,
  }, tick)
  return { 'committed', change, 0 }
end

-- reseed: gives a match a new server seed after history was rewound. Appends one system commit.
-- KEYS as above, then secret
-- ARGV as unpark, then the encrypted seeds
-- Returns {'committed', change number, 0} | {'closed'} | {'stale'}
local function reseed(keys, argv)
  local secret = table.remove(keys)
  local k = named(keys)
  check_type(secret, 'hash')
  open(argv)
  local match, cap = word(), int()
  local standing = stored_standing(k.meta)
  if not is_seen(standing) then return { 'stale' } end
  if standing.status == 'closed' then return { 'closed' } end
  local plan, seeds = read_own_plan(standing), word()
  done_reading()
  check_plan(k, standing, plan)

  local change = carry_out(k, match, cap, standing, plan, {}, {})
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
