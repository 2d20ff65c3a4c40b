import { pino, type Logger } from 'pino';

/** The house's own log: one JSON line each, without secrets, to the standard output. */
export function openLogger(level: string): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact: ['*.password', '*.authtoken', '*.otp'] });
}
