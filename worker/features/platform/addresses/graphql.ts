import { builder, resolveWith } from '../../../transport/graphql/builder.ts'
import { readMapsKey } from './operations.ts'

builder.queryField('googleMapsApiKey', (t) =>
  t.string({
    nullable: true,
    description: 'A key for maps that browsers may use. Null if the installation has none',
    resolve: resolveWith('query.googleMapsApiKey', readMapsKey),
  }),
)
