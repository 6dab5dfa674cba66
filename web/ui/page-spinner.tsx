import { Loader } from '@mantine/core'
import classes from './page-spinner.module.css'

/** While the session or a page's code is loading. */
export const PageSpinner = () => (
  <div className={classes.spinner} role="status" aria-label="Loading">
    <Loader size="sm" />
  </div>
)
