import { ModalsProvider } from '@mantine/modals'
import { useEffect } from 'react'
import { hostIsThere } from './confirm.tsx'

/** Loaded by ConfirmHost. */
export const ConfirmDialogs = () => {
  useEffect(hostIsThere, [])
  return <ModalsProvider>{null}</ModalsProvider>
}
