import type { Mutant } from './mutant.ts';
import { policyMutants } from './policies.ts';
import { promiseMutants } from './promises.ts';
import { relayMutants } from './relay.ts';
import { rightMutants } from './rights.ts';
import { ruleMutants } from './rules.ts';
import { sessionMutants } from './sessions.ts';
import { storeMutants } from './store.ts';
import { webMutants } from './web.ts';

export const mutants: readonly Mutant[] = [
  ...ruleMutants,
  ...rightMutants,
  ...policyMutants,
  ...relayMutants,
  ...storeMutants,
  ...sessionMutants,
  ...webMutants,
  ...promiseMutants,
];
