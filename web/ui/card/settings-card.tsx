import { type ReactNode, useId } from 'react'
import classes from './settings-card.module.css'

/** One subject of a settings page that has several. */
export const SettingsCard = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => {
  const id = useId()
  return (
    <section className={classes.card} aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      <p className={classes.text}>{text}</p>
      {children}
    </section>
  )
}
