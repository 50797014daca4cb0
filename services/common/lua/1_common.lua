-- Playledger's store functions, version 1. All files of this folder are loaded as one library, in the
-- order of their names; every function name begins with `playledger_v1`.
--
-- A function validates everything it was given against everything that is stored, and only then writes,
-- with calls that can't fail: a server never rolls back what a failing function wrote. The first write is
-- the XADD with an explicit id (of the log or the inbox), the one call that still would fail if the
-- stream and meta disagreed.
-- Bytes that are hashed (bodies, public and private parts) pass through untouched.
--
-- Each call from here to the server costs microseconds, so they are few: what is read of a hash is read
-- at once, what is written to it is written at once, and what is read needs no look at its type.
-- Numbers are passed on as they are: they stay below 10^14, so `..` writes them exactly.

local PENDING = '' -- what follows the hash in the receipt of an undecided command
local HASH_BYTES = 32
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

local args, position, length

local function open(argv)
  args, position, length = argv, 0, #argv
end

local function text()
  position = position + 1
  return args[position] or malformed('too few arguments')
end

-- Reads so many texts that are not empty.
local function words(count)
  local first = position + 1
  position = position + count
  if position > length then malformed('too few arguments') end
  for i = first, position do
    if args[i] == '' then malformed('argument ' .. i .. ' is empty') end
  end
  return unpack(args, first, position)
end

local function word()
  local value = text()
  if value == '' then malformed('argument ' .. position .. ' is empty') end
  return value
end

local SMALL = {} -- looked up in a tenth of the time that reading a number takes
for number = 0, 99 do
  SMALL['' .. number] = number
end

-- Returns a text as a whole number from 0, or nil.
local function whole(value)
  local number = SMALL[value] or tonumber(value)
  if number and number >= 0 and number < 1e14 and number % 1 == 0 then return number end
  return nil
end

local function int()
  return whole(text()) or malformed('argument ' .. position .. ' is not a whole number')
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
  if #value ~= HASH_BYTES then malformed('argument ' .. position .. ' is no SHA-256') end
  return value
end

local function done_reading()
  if position ~= length then malformed('too many arguments') end
end

local function now()
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end

-- Refuses a key of a foreign type before anything is written.
local function check_type(key, kind)
  local found = redis.call('TYPE', key).ok
  if found ~= 'none' and found ~= kind then
    malformed('key ' .. key .. ' is a ' .. found .. ', not a ' .. kind)
  end
end

-- `kinds` runs parallel to `keys`.
local function check_types(keys, kinds)
  if #keys ~= #kinds then malformed('expected ' .. #kinds .. ' keys') end
  for i = 1, #kinds do
    check_type(keys[i], kinds[i])
  end
end

-- The same of four streams in one call: a read after the newest entry finds nothing, or the mistake.
local function check_streams(a, b, c, d)
  local reply = redis.pcall('XREAD', 'STREAMS', a, b, c, d, '$', '$', '$', '$')
  if reply and reply.err then
    for _, key in ipairs({ a, b, c, d }) do
      check_type(key, 'stream')
    end
    error(reply)
  end
end

-- Reads fields of a hash; a key of a foreign type is refused.
local function read(key, fields)
  local values = redis.pcall('HMGET', key, unpack(fields))
  if values.err then
    check_type(key, 'hash')
    error(values)
  end
  return values
end

-- Adds a field and its value to a list of them.
local function put(list, field, value)
  local size = #list
  list[size + 1], list[size + 2] = field, value
end

-- Ready tokens: a match's field `token` names its one live token; only that one may change the match.

-- `...`: the mail it is made for, as in the inbox, which stays the truth; none for whatever mail there is.
local function new_token(ready, match, ...)
  return redis.call('XADD', ready, '*', '__data__', '"' .. match .. '"', ...)
end

local function discard(ready, group, token)
  redis.call('XACK', ready, group, token)
  redis.call('XDEL', ready, token)
end

-- Gives a match its next change number and tells the feed. The keys are checked: see check_told. A feed
-- that somebody else wrote into, beyond that number, does not take it; that undoes nothing, for the feed
-- is a hint, and its readers see by the counter that they were not told.
local function announce(changed, change, feed, cap, match, fields)
  local number = redis.call('INCR', change)
  redis.pcall('XADD', feed, 'MAXLEN', '~', cap, number .. '-0', unpack(fields))
  redis.call('ZADD', changed, number, match)
  return number
end

-- Checks what `announce` writes, but for the feed.
local function check_told(changed, change)
  check_type(changed, 'zset')
  local number = redis.pcall('GET', change)
  if number and (number.err or not string.find(number, '^[1-9]%d*$')) then
    malformed('key ' .. change .. ' is no number')
  end
end

-- Forgets receipts of commands refused more than a day ago, a bounded number a call. The field
-- `refused` tells when (ms) there will be some: no call looks for them before.
local function purge(meta, receipts, refused, at)
  local expired = redis.call('ZRANGE', refused, '-inf', at - REFUSED_FOR, 'BYSCORE', 'LIMIT', 0, 50)
  for _, key in ipairs(expired) do
    redis.call('HDEL', receipts, key)
    redis.call('ZREM', refused, key)
    local account = 'refused:' .. string.match(key, '^[^/]*')
    if redis.call('HINCRBY', meta, account, -1) <= 0 then redis.call('HDEL', meta, account) end
  end
  local first = redis.call('ZRANGE', refused, 0, 0, 'WITHSCORES')
  if first[1] then
    redis.call('HSET', meta, 'refused', tonumber(first[2]) + REFUSED_FOR)
  else
    redis.call('HDEL', meta, 'refused')
  end
end
