/** Starting a company without platform staff: an address is proven, then the company is named. */
export { SignUpPage } from './sign-up-page.tsx'
