/** The demo company's NetSuite account, which the stand-in answers for. Its keys are those of every local account. */

export const LOCAL_NETSUITE = {
  accountId: '7654321_SB1',
  consumerKey: 'local-consumer-key',
  consumerSecret: 'local-consumer-secret',
  tokenId: 'local-token-id',
  tokenSecret: 'local-token-secret',
}
export const DEMO_ACCOUNT = '7654321_SB3'
export const CONNECTION_ID = 'demo-books'
