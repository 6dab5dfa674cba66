/** A key made for tests alone, with its certificate. */
export const SAML_TEST_KEY = {
  validUntil: '2056-01-01T00:00:00.000Z',
  key: `-----BEGIN PRIVATE KEY-----
MIIEvAIBADANBgkqhkiG9w0BAQEFAASCBKYwggSiAgEAAoIBAQCvf7TjcDHTpeUn
DZb77XTVCqi1AEmnK1ED5m9XjoXpA8d/tIcRIvuQ7JEb+DpdTitlz83u8jFZ3s1L
XHHeFtNEbwhfxYGgvWJ534B5vAxe6BAZCv8IbecS/RNStWEBcqYGRAQXQW7WN0L7
Wp4SMhQVSRj+eiG5XA5xGC+mf/NO1PCvaQxs24OTUh0LMpsusqQvhWobLfz5LtUG
d/cXuSkz7TObnKMK2F2l0mEermcldRmbAZfYQsXjZTtxAsPhhfzY1zx1P2wWxLMf
kVHz6QG1ZL/vY/iW4Jct5EIioqX5cub5K6Q5jofEiwJujx3BWepT0RdBVYto33Wy
TznNFr+nAgMBAAECggEAAIxHd66WPfWC46t3y6QdsLhX93UfgNOr1fIQVmWIpD+G
K5G92NYya7u3T2b1ADVMfi9jXiFvvj3zqGBwh6esAAveFwS4LLQd9Yicg+qIxKLW
RMy5IYRCvfGNMXH7dZHqfrcaZT5mBS8HecfSyyscEN3R7zJmTGCloP/ScuG0Fcrb
rkXtDuUSHhRTkSLlzPQJjne+YkoVj+g+JIbHNucS70eDbqnWmh+iusN/9g3ErYD9
COkaU8fHaJyWn6TQMVPO7uNbU0Lq8DGpUt2kaT4j0xLqdsbk9vnlzGUUUl7li1EL
3CDD26rsms/yadRRpeuqnDB9s3qO0wv2EcHry4J09QKBgQDgcn+n0jE+XvFXKbSb
MJZWX5gODaw80Yjxz37zgKL/OZ8hrMV0LXrq936wFTm0pYSxaxxxZEe3Q5Ah2ix0
iBWPMPvMgl3ITADYxRpXT+eH4yRYPU1BhYHxFkmtGogTGx2ZXdM671TkX6aDIMxX
G+hhaObOWdlgNGynLdbARhWBgwKBgQDIK6Hgjc0C+9igYUF7sjlOcop4vMYWIpll
FVNRRA9sLZ1kKzGqD4K20Ar2Mc/Ys4V9eBNFEsuV4/x8gCP/2BUlCqHUo4VPQStU
wwSkjvJc9MF01L/+fdJhVeiAc6lQ24JkkLMQzmMQMjVjh/8w+XrQrjFlDwCLjJQu
5Tr6tnhkDQKBgE3KIUhO51ZQnaCyCbCHxHMnKpIkVv+1N5tnaP6IJPYESIzpTn4X
jTSGltf8Y0Wi4DyFfRQnx1tTBU9WSHYS/DXmqj6VKF/VR63ZkmmUfhBwvxX+GRqO
ZRzjtqFSQrsseLPA+wbAEFIefJ2R7oB6Ya3xJ515MofPY6EFmBqHr8h1AoGALnAQ
6et7uEl9BBgL/QpnyQ9BmKkSu2fjdlPwNFY5zbr3XJm4t99JT+gL4vnDYl6jhWwp
7Ehj+q4dkTSZJW2X2jQRPyeAcdaImu1zUknnaDFQAC6rK/s8p2AqxEIQ8bU7FuGK
6Uc4LDW5tRGD3nTCTU9cHjnQwo8mgYqkmC1k2LECgYAnve3qmd6R+kGPMbXU/XRv
xUTewfXvrmtEj4WkXidrEAIMxoWy+Nr/4y81ytE72PnUs535y7BiCozEyOcqitpD
njSePU7KoAA+5z5p8c0YoQf5Lq1ZSNo+RZTOUoQRhf3BLndrB19CXoZOC4WY68Oc
40r99gpatdtJuyQnPRnRcg==
-----END PRIVATE KEY-----
`,
  certificate: `-----BEGIN CERTIFICATE-----
MIICxjCCAa6gAwIBAgIBATANBgkqhkiG9w0BAQsFADAeMRwwGgYDVQQDExNCcmln
aHR3YXRlciBzaWduLW9uMCAXDTI2MDEwMTAwMDAwMFoYDzIwNTYwMTAxMDAwMDAw
WjAeMRwwGgYDVQQDExNCcmlnaHR3YXRlciBzaWduLW9uMIIBIjANBgkqhkiG9w0B
AQEFAAOCAQ8AMIIBCgKCAQEAr3+043Ax06XlJw2W++101QqotQBJpytRA+ZvV46F
6QPHf7SHESL7kOyRG/g6XU4rZc/N7vIxWd7NS1xx3hbTRG8IX8WBoL1ied+AebwM
XugQGQr/CG3nEv0TUrVhAXKmBkQEF0Fu1jdC+1qeEjIUFUkY/nohuVwOcRgvpn/z
TtTwr2kMbNuDk1IdCzKbLrKkL4VqGy38+S7VBnf3F7kpM+0zm5yjCthdpdJhHq5n
JXUZmwGX2ELF42U7cQLD4YX82Nc8dT9sFsSzH5FR8+kBtWS/72P4luCXLeRCIqKl
+XLm+SukOY6HxIsCbo8dwVnqU9EXQVWLaN91sk85zRa/pwIDAQABow0wCzAJBgNV
HRMEAjAAMA0GCSqGSIb3DQEBCwUAA4IBAQClB4uRJlBh9MT0Zj4k980bNwRn82pB
EKdcATe0xfjXEZ+6xtAJ2rDx9h33tEbH1jH2wTNjyRFNm2p+VmM20hFL303n38yo
qLAcZW32u4Lu7HCbps3shRC02VAAMfnAgztAru95IAlR9SYQ83iceQ5Afe7XZ7AP
upVyJ9upDb1j2sFKNhtevhl9/5ddMG2Ddzkoiff+7lPS69D7GMiSYTcmAVsQQgNm
+vq/90UiXLa80xQeffUqO6V9oR/NQ6yA0xuoKCHnjArOp+P83m9TM+a9LiG9GpYD
blgylw7TN3hKS8ZF00CmlHoUTyGcq4kN5Ezg+3XSEm3A5rl8AOfvh8/a
-----END CERTIFICATE-----
`,
}

/** Metadata of a provider that signs with it. */
export const TEST_METADATA = `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.example/1"><IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><KeyDescriptor><KeyInfo><X509Data><X509Certificate>${SAML_TEST_KEY.certificate.replace(/-----[A-Z ]+-----/g, '')}</X509Certificate></X509Data></KeyInfo></KeyDescriptor><SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://sso.idp-of-some.com/sso"/></IDPSSODescriptor></EntityDescriptor>`
