-- try: counts a try of an arrival, before a redelivered token is tried.
-- KEYS meta, ready
-- ARGV token, group, arrival, name of the try (the same name counts once)
-- Returns {'counted', tries of this arrival} | {'superseded'}
local function try(keys, argv)
  check_types(keys, { 'hash', 'stream' })
  local meta, ready = unpack(keys)
  open(argv)
  local token, group, arrival, name = word(), word(), '' .. int(), word()
  done_reading()
  if string.find(name, '[^0-9A-Za-z_-]') then malformed('no name of a try') end
  local stored = redis.call('HMGET', meta, 'token', 'tries')
  if stored[1] ~= token then
    discard(ready, group, token)
    return { 'superseded' }
  end
  local tries = 1
  if stored[2] then
    local of, counted, last = string.match(stored[2], '^(%d+) (%d+) (%S+)$')
    if of == arrival then tries = tonumber(counted) + (last == name and 0 or 1) end
  end
  redis.call('HSET', meta, 'tries', arrival .. ' ' .. tries .. ' ' .. name)
  return { 'counted', tries }
end

-- True if stream id a stands after b.
local function later(a, b)
  local a_ms, a_seq = string.match(a, '^(%d+)-(%d+)$')
  local b_ms, b_seq = string.match(b, '^(%d+)-(%d+)$')
  if tonumber(a_ms) ~= tonumber(b_ms) then return tonumber(a_ms) > tonumber(b_ms) end
  return tonumber(a_seq) > tonumber(b_seq)
end

-- The newest id that the group gave to anybody.
local function last_delivered(ready, group)
  if redis.call('EXISTS', ready) == 0 then return '0-0' end
  for _, info in ipairs(redis.call('XINFO', 'GROUPS', ready)) do
    local fields = {}
    for i = 1, #info, 2 do
      fields[info[i]] = info[i + 1]
    end
    if fields['name'] == group then return fields['last-delivered-id'] end
  end
  return '0-0'
end

-- True if a token can still reach a worker: it waits for delivery, or is pending and can be reclaimed.
local function reachable(ready, group, delivered, token)
  if not token or #redis.call('XRANGE', ready, token, token) == 0 then return false end
  if later(token, delivered) then return true end
  return #redis.call('XPENDING', ready, group, token, token, 1) > 0
end

-- sweep: gives a new token to each match whose mail would wait for ever. Finds nothing unless there is
-- a bug or somebody removed tokens by hand.
-- KEYS ready, meta of each match
-- ARGV group, each match
-- Returns the number of matches repaired
local function sweep(keys, argv)
  local ready = keys[1]
  open(argv)
  local group = word()
  if #keys ~= #argv then malformed('as many matches as metas') end
  local delivered = last_delivered(ready, group)
  local repaired = 0
  for i = 2, #keys do
    local match = word()
    local state = redis.call('HMGET', keys[i], 'arrivals', 'done', 'parked', 'token')
    local token = state[4]
    local waiting = state[1] and not state[3] and tonumber(state[1]) > tonumber(state[2])
    if (waiting or token) and not reachable(ready, group, delivered, token) then
      repaired = repaired + 1
      if token then redis.call('XDEL', ready, token) end
      if waiting then
        redis.call('HSET', keys[i], 'token', new_token(ready, match))
      else
        redis.call('HDEL', keys[i], 'token')
      end
    end
  end
  return repaired
end

-- project: writes views that are newer than what is stored and moves the projector's cursor forward.
-- KEYS cursor, views of each match
-- ARGV change number, {version, head, build, count, {viewer, bytes}...} of each match
-- Returns the number of matches whose views were written
local function project(keys, argv)
  open(argv)
  local number = int()
  local cursor = tonumber(redis.call('GET', keys[1]) or '0')
  local newer = {}
  for i = 2, #keys do
    local version, head, build = int(), word(), word()
    local fields = { 'version', version, 'head', head, 'build', build, 'change', number }
    for _ = 1, int() do
      fields[#fields + 1] = 'v:' .. word()
      fields[#fields + 1] = text()
    end
    if #fields > MAX_FIELDS then malformed('more views than one call can carry') end
    local stored = redis.call('HMGET', keys[i], 'version', 'change')
    local stored_version, stored_number = tonumber(stored[1] or '-1'), tonumber(stored[2] or '-1')
    if version > stored_version or (version == stored_version and number >= stored_number) then
      newer[#newer + 1] = { key = keys[i], fields = fields }
    end
  end
  done_reading()
  for _, views in ipairs(newer) do
    redis.call('DEL', views.key)
    redis.call('HSET', views.key, unpack(views.fields))
  end
  if number > cursor then redis.call('SET', keys[1], number) end
  return #newer
end

-- list: writes a match's entry of the directory unless a newer one stands there.
-- KEYS entry, lists it is taken out of (as many as `out`) ..., lists it is put into ...
-- ARGV match, version, created (ms), out, fields of the entry ...
-- Returns 1 if it was written
local function list(keys, argv)
  open(argv)
  local match, version, created, out = word(), int(), int(), int()
  if out + 1 >= #keys then malformed('an entry stands in a list') end
  local fields = { 'version', version }
  while position < length do
    put(fields, word(), text())
  end
  for i = 1, #keys do
    check_type(keys[i], i == 1 and 'hash' or 'zset')
  end
  local stored = redis.call('HGET', keys[1], 'version')
  if stored and tonumber(stored) > version then return 0 end
  redis.call('HSET', keys[1], unpack(fields))
  for i = 2, #keys do
    if i <= out + 1 then
      redis.call('ZREM', keys[i], match)
    else
      redis.call('ZADD', keys[i], created, match)
    end
  end
  return 1
end

-- fence: a write after which a reader waits for replicas; must be possible when memory is short.
-- KEYS fence
-- Returns 1
local function fence(keys)
  redis.call('SET', keys[1], '1')
  return 1
end

redis.register_function { function_name = 'playledger_v1_try', callback = try, flags = WHEN_FULL }
redis.register_function { function_name = 'playledger_v1_sweep', callback = sweep, flags = WHEN_FULL }
redis.register_function { function_name = 'playledger_v1_project', callback = project, flags = WHEN_FULL }
redis.register_function { function_name = 'playledger_v1_list', callback = list, flags = WHEN_FULL }
redis.register_function { function_name = 'playledger_v1_fence', callback = fence, flags = WHEN_FULL }
