import { useNeedsAttention } from './api.ts'
import classes from './provisioning.module.css'

/** How many of the provider's names of all kinds mean nothing yet. Its line is there before the number is. */
export const NeedsAttention = () => {
  const { data } = useNeedsAttention()
  const total = data?.total ?? 0
  const words =
    total === 0 ? 'Nothing needs attention.' : `${total} ${total === 1 ? 'value needs' : 'values need'} attention.`
  return <p className={classes.attention}>{data ? words : '\u00a0'}</p>
}
