import { createRootRoute, Outlet } from '@tanstack/react-router'

export const Route = createRootRoute({ staticData: { access: 'everyone' }, component: Outlet })
