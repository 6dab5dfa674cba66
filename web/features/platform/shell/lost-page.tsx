import { OutlayMark } from '../../../ui/logo.tsx'
import { NotFound } from '../../../ui/states.tsx'
import classes from './shell.module.css'

/** An unknown address outside every frame: whose page it is, and the way home. */
export const LostPage = () => (
  <main className={classes.lost}>
    <OutlayMark size={32} />
    <NotFound />
  </main>
)
