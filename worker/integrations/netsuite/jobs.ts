import { registerBooks } from '../../core/books.ts'
import { registerCredential } from '../../core/credential-providers.ts'
import { netsuiteBooks } from './books.ts'
import { connectAgain } from './errors.ts'

registerBooks(netsuiteBooks)

registerCredential('NETSUITE', {
  // Tokens and certificates are made by an administrator there. They don't change by themselves.
  renew: () => Promise.reject(connectAgain('NetSuite refused the login')),
  overlapMs: 0,
})
