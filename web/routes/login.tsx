import { LoginPage } from '../features/session/login-page.tsx'

export const Page = () => <LoginPage portal="STAFF" />
