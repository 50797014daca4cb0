-- Presence: whether somebody is there for a seat.
--
-- Gateways renew a lease for each seat whose holder is connected, or has just asked for something: a member
-- '<match> <seat>' of the partition's `leases`, its score until when (ms). One that runs out is a seat that
-- is absent; the match is told so by mail, and again when the seat's lease is made anew. Who takes a seat has
-- just asked for something, so each seat of a match that runs was held once.
--
-- The field `presence:<seat>` of meta says what the match was told last, and by which arrival ('absent 17',
-- 'present 19'). It is written in the call that posts that mail and takes the lease away, so the two are
-- told by turns, whoever calls and whatever dies in between. While the mail of a seat waits no other is
-- posted: the next call tries again.

local PRESENCE = { 'parked', 'status', 'stamp', 'arrivals', 'done', 'token', 'seats' }

-- Reads a match, and one field more.
local function read_match(meta, field)
  local stored = read(meta, { field, unpack(PRESENCE) })
  return {
    parked = stored[2], status = stored[3], stamp = tonumber(stored[4] or nil),
    arrivals = tonumber(stored[5] or nil), done = tonumber(stored[6] or nil), token = stored[7],
    seats = tonumber(stored[8] or nil),
  }, stored[1]
end

-- Returns what was told of a seat last, and whether that waits to be decided.
local function read_told(field, done)
  local told, arrival = string.match(field or 'present 0', '^(%a+) (%d+)$')
  return told, tonumber(arrival) > done
end

local function post_presence(keys, match, state, seat, told, of_gateway)
  local present = told == 'present' and 'true' or 'false'
  local entry = own_mail('presence', '{"seat":' .. seat .. ',"present":' .. present .. '}')
  local fields = { 'presence:' .. seat, told .. ' ' .. state.arrivals + 1 }
  post(keys, match, state, entry, fields, of_gateway)
end

-- hold: renews the lease of the seat that an account has, if any. Before the start too, so that who goes
-- right after it is missed.
-- KEYS meta, inbox, ready, heartbeat, leases
-- ARGV match, account, lease (ms)
-- Returns 1 if the match is told that the seat is not absent any more
local function hold(keys, argv)
  if #keys ~= 5 then malformed('expected 5 keys') end
  local meta, leases = keys[1], keys[5]
  open(argv)
  local match, account = words(2)
  local lease = int()
  done_reading()
  check_type(leases, 'zset')
  local state, seat = read_match(meta, 'seat:' .. account)
  if not seat or state.parked or state.status == 'closed' then return 0 end
  local told, waits = read_told(redis.call('HGET', meta, 'presence:' .. seat), state.done)
  local returns = told == 'absent' and not waits
  if returns then post_presence(keys, match, state, seat, 'present', true) end
  redis.call('ZADD', leases, now() + lease, match .. ' ' .. seat)
  return returns and 1 or 0
end

-- lapse: ends a lease that ran out, and tells the match. Not before gateways have been there for a whole
-- lease without a gap: those who were cut off by one need time to come back.
-- KEYS as hold
-- ARGV match, seat, lease (ms)
-- Returns 1 if the match is told; else the lease is gone for there is nothing to tell, or kept until later
local function lapse(keys, argv)
  if #keys ~= 5 then malformed('expected 5 keys') end
  local meta, heartbeat, leases = keys[1], keys[4], keys[5]
  open(argv)
  local match, seat, lease = word(), int(), int()
  done_reading()
  check_type(leases, 'zset')
  local member, time = match .. ' ' .. seat, now()
  local expires = tonumber(redis.call('ZSCORE', leases, member) or nil)
  if not expires or expires > time then return 0 end
  local state, field = read_match(meta, 'presence:' .. seat)
  if state.status == 'open' and seat < state.seats then
    redis.call('ZADD', leases, time + lease, member) -- to be missed once the match runs
    return 0
  end
  if state.status ~= 'running' or seat >= state.seats then
    redis.call('ZREM', leases, member)
    return 0
  end
  local told, waits = read_told(field, state.done)
  if told == 'absent' then
    redis.call('ZREM', leases, member)
    return 0
  end
  local earliest = look_at_heartbeat(heartbeat, time, false) + lease
  if state.parked or waits then earliest = time + lease end
  if earliest > time then
    redis.call('ZADD', leases, earliest, member)
    return 0
  end
  post_presence(keys, match, state, seat, 'absent', false)
  redis.call('ZREM', leases, member)
  return 1
end

redis.register_function { function_name = 'playledger_v1_hold', callback = hold, flags = WHEN_FULL }
redis.register_function { function_name = 'playledger_v1_lapse', callback = lapse, flags = WHEN_FULL }
