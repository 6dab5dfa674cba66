import type { ReactNode } from 'react'
import classes from './operations.module.css'

/** A section of the page. */
export const Part = ({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) => (
  <section>
    <div className={classes.head}>
      <h2 className={classes.heading}>{title}</h2>
      {actions}
    </div>
    {children}
  </section>
)
