// Loaded with --require: a process whose clock is ahead by CLOCK_AHEAD_MS milliseconds, as on a machine that is set wrongly.
const ahead = Number(process.env.CLOCK_AHEAD_MS)
const RealDate = Date
globalThis.Date = class extends RealDate {
  constructor(...values) {
    if (values.length === 0) super(RealDate.now() + ahead)
    else super(...values)
  }
  static now() {
    return RealDate.now() + ahead
  }
}
