-- Playledger's store functions, version 1. All files of this folder are loaded as one library, in the
-- order of their names; every function name begins with `playledger_v1`.
--
-- A function validates everything it was given against everything that is stored, and only then writes,
-- with calls that can't fail: a server never rolls back what a failing function wrote. The first write is
-- the log's XADD with an explicit id, the one call that still would fail if log and meta disagreed.
-- Bytes that are hashed (bodies, public and private parts) pass through untouched.

local PENDING = '{"status":"pending"}'
local STATUSES = { open = true, running = true, closed = true }
local MAX_FIELDS = 6000 -- of one feed entry; Lua can't spread more than about 8,000 values
local MAX_UNDECIDED = 8 -- commands of one account in one match
local MAX_INBOX = 256 -- undecided commands of one match
local MAX_REFUSALS = 1000 -- recorded refusals of one account in one match and day
local REFUSED_FOR = 24 * 60 * 60 * 1000 -- ms that the receipt of a refused command is kept
local KEPT_REFUSALS = 1000 -- entries of a match's stream for arbiters, about
local KEPT_DEAD_LETTERS = 10000 -- entries of a partition's stream, about

local function malformed(what)
  error({ err = 'MALFORMED ' .. what })
end

-- Arguments are read one after the other; only one function runs at a time, so one cursor will do.

local args, position

local function open(argv)
  args, position = argv, 0
end

local function text()
  position = position + 1
  local value = args[position]
  if value == nil then malformed('too few arguments') end
  return value
end

local function word()
  local value = text()
  if value == '' then malformed('argument ' .. position .. ' is empty') end
  return value
end

local function whole(value)
  return #value <= 15 and string.find(value, '^%d+$') ~= nil
end

local function int()
  local value = text()
  if not whole(value) then malformed('argument ' .. position .. ' is not a whole number') end
  return tonumber(value)
end

local function optional_int()
  if args[position + 1] == '' then
    position = position + 1
    return nil
  end
  return int()
end

local function seat_below(seats)
  local value = int()
  if value >= seats then malformed('argument ' .. position .. ' is no seat') end
  return value
end

local function digest()
  local value = text()
  if #value ~= 64 or string.find(value, '[^0-9a-f]') then
    malformed('argument ' .. position .. ' is not a SHA-256 in lower-case hex')
  end
  return value
end

local function done_reading()
  if position ~= #args then malformed('too many arguments') end
end

local function digits(number)
  return string.format('%.0f', number)
end

local function now()
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end

-- Refuses keys of a foreign type before anything is written. `kinds` runs parallel to `keys`.
local function check_types(keys, kinds)
  if #keys ~= #kinds then malformed('expected ' .. #kinds .. ' keys') end
  for i = 1, #kinds do
    local kind = redis.call('TYPE', keys[i]).ok
    if kind ~= 'none' and kind ~= kinds[i] then
      malformed('key ' .. keys[i] .. ' is a ' .. kind .. ', not a ' .. kinds[i])
    end
  end
end

-- Ready tokens: `scheduled` names the one live token of a match; only that one may change the match.

local function schedule(ready, scheduled, match)
  local token = redis.call('XADD', ready, '*', '__data__', '"' .. match .. '"')
  redis.call('HSET', scheduled, match, token)
end

local function is_live(scheduled, match, token)
  return redis.call('HGET', scheduled, match) == token
end

local function discard(ready, group, token)
  redis.call('XACK', ready, group, token)
  redis.call('XDEL', ready, token)
end

-- Gives a match its next change number and tells the feed.
local function announce(changed, change, feed, cap, match, fields)
  local number = digits(redis.call('INCR', change))
  redis.call('XADD', feed, 'MAXLEN', '~', cap, number .. '-0', unpack(fields))
  redis.call('ZADD', changed, number, match)
  return tonumber(number)
end

-- Adds to a counter in a hash and removes it at zero, so that idle accounts cost nothing.
local function count(key, field, step)
  if redis.call('HINCRBY', key, field, step) <= 0 then
    redis.call('HDEL', key, field)
  end
end

-- Forgets receipts of commands refused more than a day ago; a bounded number a call.
local function purge(meta, receipts, refused, at)
  local expired = redis.call(
    'ZRANGE', refused, '-inf', digits(at - REFUSED_FOR), 'BYSCORE', 'LIMIT', 0, 50
  )
  for _, key in ipairs(expired) do
    redis.call('HDEL', receipts, key)
    redis.call('ZREM', refused, key)
    count(meta, 'refused:' .. string.match(key, '^[^/]*'), -1)
  end
end
