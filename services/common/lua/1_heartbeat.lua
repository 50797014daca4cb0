-- Downtime: when no gateway was there, so that nobody could play.
--
-- Each gateway notes the server's time once a second (`beat`), in `at` of each partition's heartbeat. If
-- that note is older than GAP, no gateway was there since: a gap, from the note to now. Who comes first
-- records it, a beat or mail; `post` tells each mail what gaps lie between its match's last stamp and its
-- own, so that each match meets each gap once. Ticks and presence come from workers: they record a gap
-- that is not over as far as it goes, and it is made longer later, for only gateways move `at`.
-- That workers are away is no gap: commands are stamped when they arrive.
--
-- The hash: `at`; `gaps`, the newest ones as 'from-to,from-to' (ms), ascending, apart from each other;
-- `to`, where the newest ends. A server that nothing was noted on yet has no gaps. Its clock may be set
-- back: then nothing is a gap until it has come again to where it was.

local GAP = 5000 -- ms without a note
local NEWEST = { 'at', 'to' }
local MAX_GAPS = 64 -- kept; of more, the two oldest become one, with the time between them

local function read_gaps(heartbeat)
  local gaps = {}
  local stored = redis.call('HGET', heartbeat, 'gaps') or ''
  for from, to in string.gmatch(stored, '(%d+)-(%d+)') do
    gaps[#gaps + 1] = { from = tonumber(from), to = tonumber(to) }
  end
  return gaps
end

local function write_gaps(gaps)
  local texts = {}
  for i, gap in ipairs(gaps) do
    texts[i] = gap.from .. '-' .. gap.to
  end
  return table.concat(texts, ',')
end

-- Adds the gap from a note to now.
local function add_gap(gaps, at, time)
  local newest = gaps[#gaps]
  if newest and newest.to >= at then
    newest.to = math.max(newest.to, time)
    return
  end
  gaps[#gaps + 1] = { from = at, to = time }
  if #gaps > MAX_GAPS then
    gaps[2].from = gaps[1].from
    table.remove(gaps, 1)
  end
end

-- Looks how a heartbeat stands at a time, and writes nothing. Returns where the newest gap ends (0: there is
-- none) and, if one reaches up to now, all gaps and the fields that have to be written of it.
local function look_at_heartbeat(heartbeat, time, of_gateway)
  local stored = read(heartbeat, NEWEST)
  local at = tonumber(stored[1] or nil)
  if not at or time - at <= GAP then return tonumber(stored[2] or nil) or 0 end
  local gaps = read_gaps(heartbeat)
  add_gap(gaps, at, time)
  local ended = gaps[#gaps].to
  local fields = { 'to', ended, 'gaps', write_gaps(gaps) }
  if of_gateway then put(fields, 'at', time) end
  return ended, gaps, fields
end

-- Returns the part of gaps that lies after one stamp and not after another, as it is written.
local function gaps_between(gaps, stamp, at)
  local between = {}
  for _, gap in ipairs(gaps) do
    local from, to = math.max(gap.from, stamp), math.min(gap.to, at)
    if from < to then between[#between + 1] = { from = from, to = to } end
  end
  return write_gaps(between)
end

-- beat: notes that a gateway is there.
-- KEYS heartbeat
-- Returns the milliseconds for which none was there, 0 if that is no gap
local function beat(keys, argv)
  check_types(keys, { 'hash' })
  open(argv)
  done_reading()
  local time = now()
  local _, gaps, fields = look_at_heartbeat(keys[1], time, true)
  redis.call('HSET', keys[1], unpack(fields or { 'at', time }))
  return gaps and gaps[#gaps].to - gaps[#gaps].from or 0
end

-- attended: says up to when there were gateways. In a gap clocks stand, so what has its time later waits.
-- KEYS heartbeat
-- Returns now (ms), or when the last of them was there, if that is a gap
local function attended(keys, argv)
  if #keys ~= 1 then malformed('expected 1 key') end
  open(argv)
  done_reading()
  local at, time = tonumber(read(keys[1], NEWEST)[1] or nil), now()
  return at and time - at > GAP and at or time
end

redis.register_function {
  function_name = 'playledger_v1_beat', callback = beat, flags = { 'allow-oom' },
}
redis.register_function {
  function_name = 'playledger_v1_attended', callback = attended, flags = { 'no-writes' },
}
