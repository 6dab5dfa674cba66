/** A key made for tests alone, with its certificate. */
export const SAML_TEST_KEY = {
  validUntil: '2056-01-01T00:00:00.000Z',
  key: `-----BEGIN PRIVATE KEY-----
MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQDLq0USok2cXhT/
wx+3pLz1z4QhcD4fiiqH4jXUX7JPPyAAmwUZP9Y4Sbl+hnnWYHqDNTykeJSrG83O
cWFIuGJChIdjVJEyTsCqm4B70qfCJ7oRs5xIKSeJqcrAQXO0t5+yUhNW86RFJurH
a0NhPxkJG1yqe0jVFiI5RXGCqZhgL4uPwE51HMvuamNGn2xxBwBs45/y0O36Vp36
kO6upaqP+4LWdg/u2fPwQxdrsfHhV1O0nYkcBVKBRyXGU+v+QdHEynYDm5ppkTpH
QN8VoOY6feA+O2b4DolmXJ9W0zDH4HM4pvdUBB0x7VFUqUrZiym+j8TYMMXeVUfZ
6WdaDFrJAgMBAAECggEAB0+FhHxthHc6WyosSpGrYZNqU3hfzepOJV/w4dnxhUnV
NPTt1X6dippFJrKDBoB+DnB+VcK7a2hbFmgYUbjreErqZTA5xXBfFu5dt5Qc4k49
5N2gUgvrjq9PtM2JN9lIEumLlHS4aO3lr9A82MjpLLeCkwNwcNSBRkS3JRDSOz4k
r3f0anhKtEdylA0g4lOvltx8ckEfyWhwFkfXXP9o/thcA8jGxvNvTv2WboVgIIoV
Zd2OnPZ/8I8e1eLv6FCepfX9jZ5Ejn8F976UiD/limbwfAUQ8kd22W9tOESGFdkL
m1fAdklkCj4NV7voFf+CzgTl7UlMiYENd9hf9lODpQKBgQDr05f8i4jkOe31cLjd
YQ46dIH5N2MemtAmJW1lPR3ZscDgtoIHu6ibMou3YmZT/dnFSlRLPFw52NOq1UaU
YZbErI1itr92vEuvtrZyPnwE6ggnRUKo2+aKt3/+2jQgQm/ECmElhPyj79GBNdUF
NsMzPogRcrhp1GHx5Z8mHly75wKBgQDdF3P/ATVxVgKzsVYwGl9TUb+kOfHDGIw6
gI87vs3yG/ifpyKQIokDx/z198+wdcntIOGywYUGKsjFSHJeXNsL4Y4b0MYTZP8J
Aw6RuBUnlPdv7NkMKUN/arlEAR5pe6m0gIEiWYADyLqlv8STCRKXPLtL/meylzee
LXx5fxbdzwKBgQCS0/c5QhdFIdxKiJhRHXCibI/P/vAzyef3GC54bgj71XRldLyY
2/oqRto+n4FeohrIf3LkNPym950yK//5upkIcvbEk0u6PZpSGMyXbNgCp0PUT4cl
Y2Sy0XVb07fIrhSwVlYN6jLyTwp+DGpJCMOYUEKfunGfUqB436KrNRQ/2QKBgEeq
AXxn7OXGxmtukQxYkAuW1PKroZTmkRWpdEQebe0LagR+DXMA7r6eBX3JDLYbCA/n
96CUn8TG+3sPJ5s0p//q5cBYZMwGkbBfIErVi23gGHBcKmKJwYo8kr7bSftRDUon
2TPEJP2VBAMT7OjoKPGCywcv+HboEywffFh5fHT7AoGAeWkG/mkRttQwVc0Jedpe
+Ga8/KHBhV7/tfAbBBxBRpbd3OomRpuAGAGqsO4D8sb39fZvrdRKz9QoSINZMYZ0
pDED3XjaLEovYrI+Wn6P3hJ8PZor5oz7UhcAfU30DN6/x6IUr/0KyEeOCExCplRw
s4v6wqm3V1WSrnSnKR8vRUE=
-----END PRIVATE KEY-----
`,
  certificate: `-----BEGIN CERTIFICATE-----
MIICuzCCAaOgAwIBAgIBATANBgkqhkiG9w0BAQsFADAeMRwwGgYDVQQDExNCcmln
aHR3YXRlciBzaWduLW9uMCAXDTI2MDEwMTAwMDAwMFoYDzIwNTYwMTAxMDAwMDAw
WjAeMRwwGgYDVQQDExNCcmlnaHR3YXRlciBzaWduLW9uMIIBIjANBgkqhkiG9w0B
AQEFAAOCAQ8AMIIBCgKCAQEAy6tFEqJNnF4U/8Mft6S89c+EIXA+H4oqh+I11F+y
Tz8gAJsFGT/WOEm5foZ51mB6gzU8pHiUqxvNznFhSLhiQoSHY1SRMk7AqpuAe9Kn
wie6EbOcSCknianKwEFztLefslITVvOkRSbqx2tDYT8ZCRtcqntI1RYiOUVxgqmY
YC+Lj8BOdRzL7mpjRp9scQcAbOOf8tDt+lad+pDurqWqj/uC1nYP7tnz8EMXa7Hx
4VdTtJ2JHAVSgUclxlPr/kHRxMp2A5uaaZE6R0DfFaDmOn3gPjtm+A6JZlyfVtMw
x+BzOKb3VAQdMe1RVKlK2Yspvo/E2DDF3lVH2elnWgxayQIDAQABowIwADANBgkq
hkiG9w0BAQsFAAOCAQEANAX4wbMJLUjtwZbJi1nhRGsdJBgzX9hfJa2Wl/SkRHy/
qfL4JmocY99+lUws2Nbx0Fk4U0q/56/Cd1UkVzulPX85/nbrxx6TfDKgOm3pqriq
D7RFS5VZKDmSztQwaz1u4v2lxACdQlm1HLyQWc8+9h10VQXIPcCrj2v2QXr4UQhy
AWN+0xxs43/3uHKrccdrC3l8sVGWHYfBqVkv5h23UneBYs9rqsQ9/SlCqEMKFWGa
0DCWdRKF47TIXlkSzbxUhQF4FqS8kJOjhB8sKA9jTc6Y9egs05hFEe7aayNCrWI1
XhEY6yqvOU67VcDQUJTUa2VyML2SyatsnZJBcEZVpg==
-----END CERTIFICATE-----
`,
}

/** Metadata of a provider that signs with it. */
export const TEST_METADATA = `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.example/1"><IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><KeyDescriptor><KeyInfo><X509Data><X509Certificate>${SAML_TEST_KEY.certificate.replace(/-----[A-Z ]+-----/g, '')}</X509Certificate></X509Data></KeyInfo></KeyDescriptor><SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://sso.idp-of-some.com/sso"/></IDPSSODescriptor></EntityDescriptor>`
