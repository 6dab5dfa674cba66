import { useComputedColorScheme } from '@mantine/core'
import type { PublicCategory } from './api.ts'
import classes from './public-form.module.css'

interface FormOwnerProps {
  company: Pick<PublicCategory['company'], 'name' | 'lightLogoUrl' | 'darkLogoUrl'>
}

/** Whose form it is: the logo, if there is one, and always the name. */
export const FormOwner = ({ company }: FormOwnerProps) => {
  const isDark = useComputedColorScheme('light') === 'dark'
  const logo = (isDark && company.darkLogoUrl) || company.lightLogoUrl
  return (
    <p className={classes.company}>
      {logo && (
        <span className={classes.logo} data-on-white={(isDark && !company.darkLogoUrl) || undefined}>
          <img src={logo} alt="" />
        </span>
      )}
      {company.name}
    </p>
  )
}
