-- wrk's own summary as JSON: its printed one is for people.
function done(summary)
  local errors = summary.errors
  io.write(string.format(
    '{"requests":%d,"seconds":%.6f,"errors":%d}\n',
    summary.requests,
    summary.duration / 1e6,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout
  ))
end
