import { Alert, Menu } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { MOST_COUNTED_LINKS } from '../../../../schema/planning/actuals/link-endpoints.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { useCan, useCompany } from '../../platform/session/index.ts'
import { linksHref } from './address.ts'
import { useOpenLinks } from './api.ts'
import classes from './links.module.css'

const sentence = (open: number): string => {
  if (open === 1) return '1 accounting vendor may be one of yours.'
  return `${open >= MOST_COUNTED_LINKS ? `More than ${MOST_COUNTED_LINKS - 1}` : open} accounting vendors may match yours.`
}

/** Above the list of vendors, while accounting vendors wait for an answer. */
export const OpenLinksNotice = () => {
  const can = useCan()
  const { isErpLinked } = useCompany()
  const { data: open = 0 } = useOpenLinks(can('vendors.edit') && isErpLinked)
  if (open === 0) return null
  return (
    <Alert variant="light" mb="md" p="xs" icon={<IconLink size={18} aria-hidden />}>
      {sentence(open)}{' '}
      <AppLink className={`ol-link ${classes.answer}`} href={linksHref()}>
        Review matches
      </AppLink>
    </Alert>
  )
}

/** In the menu of the list. */
export const LinksItem = () => {
  const can = useCan()
  const { isErpLinked } = useCompany()
  if (!can('vendors.edit') || !isErpLinked) return null
  return (
    <Menu.Item component={AppLink} href={linksHref()} leftSection={<IconLink size={16} aria-hidden />}>
      Vendors from accounting
    </Menu.Item>
  )
}
