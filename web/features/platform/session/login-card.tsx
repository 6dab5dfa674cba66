import type { ReactNode } from 'react'
import { OutlayMark } from '../../../ui/logo.tsx'
import classes from './login.module.css'

export const LoginCard = ({ children }: { children: ReactNode }) => (
  <div className={classes.screen}>
    <main className={classes.card}>
      <div className={classes.brand}>
        <OutlayMark size={32} />
        <span>Outlay</span>
      </div>
      {children}
    </main>
  </div>
)
