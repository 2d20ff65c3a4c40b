import { pino, type Logger } from 'pino';

/** The app's log: one JSON line per entry, without secrets, to standard output. */
export function openLogger(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['*.password', '*.authtoken', '*.otp'],
  });
}
