import type { ReactNode } from 'react'
import { type Crumb, PageHeader } from '../../../../ui/page-header.tsx'
import classes from './desk.module.css'

interface BillDeskProps {
  title: string
  breadcrumbs: Crumb[]
  children: ReactNode
}

/** A page that gives an invoice and its form as much of the window as there is. */
export const BillDesk = ({ title, breadcrumbs, children }: BillDeskProps) => (
  <div className={`${classes.page} ${classes.entry}`}>
    <PageHeader title={title} breadcrumbs={breadcrumbs} />
    {children}
  </div>
)
