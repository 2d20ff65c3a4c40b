import { otpRefused } from '#shared/streams/customers/signup/otp.ts';
import type { Prepare } from '../store/handle.ts';
import type { OneTimeCodes } from './one-time-code.ts';

/** In: `signup/sendOtp`, `signup/verifyOtp`. Out: the data for their decisions. */
export function signupOtp(codes: OneTimeCodes): Readonly<Record<string, Prepare>> {
  return {
    async 'signup/sendOtp'(request, _input, state, read) {
      const no = otpRefused(state, { viewer: request.viewer, item: read['item'] });
      return (
        no ??
        codes.send(
          request.stream,
          state.record.applicant.phone,
          (code) => `Your sign-up code is ${code}. It is valid for 5 minutes.`,
        )
      );
    },
    async 'signup/verifyOtp'(request, input: { code: string }, state, read) {
      const no = otpRefused(state, { viewer: request.viewer, item: read['item'] });
      return no ?? codes.compare(request.stream, state.record.applicant.phone, input.code);
    },
  };
}
