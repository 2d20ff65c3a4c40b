export { customerSignup } from './customer-signup.ts';
