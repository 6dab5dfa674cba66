import { useComputedColorScheme } from '@mantine/core'
import { useCompany } from '../session/index.ts'
import { useCompanyLogo } from './api.ts'
import classes from './shell.module.css'

/** Beside the product's own logo, if the company has a light one. */
export const CompanyLogo = () => {
  const { data } = useCompanyLogo()
  const { name } = useCompany()
  const scheme = useComputedColorScheme('light')
  if (!data?.lightLogoUrl) return null
  const dark = scheme === 'dark' ? data.darkLogoUrl : null
  return (
    <span className={classes.companyLogo} data-on-white={(scheme === 'dark' && !dark) || undefined}>
      <img src={dark ?? data.lightLogoUrl} alt={name} />
    </span>
  )
}
