import { LoginPage } from '../features/platform/session/login-page.tsx'

export const Page = () => <LoginPage portal="STAFF" />
