/** Examples for the API reference: a key, and two statements it really signed. */
export const exampleKeyDirectory = {
  keys: [
    {
      kid: '5_2KSd_dQVJy2gpC2c0baE3gNZHuxWH2Kt300OjX3yU',
      kty: 'OKP',
      crv: 'Ed25519',
      alg: 'EdDSA',
      use: 'sig',
      x: 'rHDrYZANXTaiSzENlozQe7PMUpCbCu6RQlpz4jPqb4E',
      created_at: '2026-11-01T09:00:00.000Z',
      retired_at: null,
    },
  ],
  revoked: [],
};

/** Attestation of the reputation of an agent. */
export const exampleReputationAttestation = {
  payloadType: 'application/vnd.in-toto+json',
  payload:
    'eyJfdHlwZSI6Imh0dHBzOi8vaW4tdG90by5pby9TdGF0ZW1lbnQvdjEiLCJwcmVkaWNhdGUiOnsiYWdlbnRfaWQiOiJjbGF1ZGUtY29kZSIsImV2YWxfY291bnQiOjEyNSwiZXhwaXJlc19hdCI6IjIwMjYtMTItMTVUMTM6MDA6MDAuMDAwWiIsImZvcm11bGEiOiJyZXB1dGF0aW9uIiwiZm9ybXVsYV92ZXJzaW9uIjoiMSIsImludGVydmFsIjp7ImhpZ2giOjcwNSwibG93Ijo2Nzh9LCJpc3N1ZWRfYXQiOiIyMDI2LTExLTE1VDEzOjAwOjAwLjAwMFoiLCJsYXN0X2V2YWx1YXRlZF9hdCI6IjIwMjYtMTEtMTVUMTI6MzA6MDAuMDAwWiIsImxpZmVjeWNsZSI6ImFjdGl2ZSIsIm9yZ2FuaXphdGlvbl9pZCI6Im9yZ18wMW03ZXcwcnZqcmFqMHZmZ2d5ZW5iN3g5NiIsInBhc3NfcmF0ZSI6MC45NjgsInNjb3JlIjo2OTcsInNvdXJjZXMiOnsicmVzdCI6MTI0LCJydW4iOjF9LCJzdHJlYWsiOjI1LCJ3aW5kb3ciOnsiZnJvbV9zZXEiOjEsIm4iOjEyNSwidG9fc2VxIjoxMjV9fSwicHJlZGljYXRlVHlwZSI6InVybjphc3NheTphdHRlc3RhdGlvbjpyZXB1dGF0aW9uOnYxIiwic3ViamVjdCI6W3siZGlnZXN0Ijp7InNoYTI1NiI6IjZiNzBhNTM2Nzk1YWY0OWNmYzFjZmExZmYwYmQ4ZjlkNzM0MTUzYjg1NGRlNmYyOWUyZDIwMDBkMjJkZWU0MjQifSwibmFtZSI6ImFnZW50Om9yZ18wMW03ZXcwcnZqcmFqMHZmZ2d5ZW5iN3g5Ni9jbGF1ZGUtY29kZSJ9XX0=',
  signatures: [
    {
      keyid: '5_2KSd_dQVJy2gpC2c0baE3gNZHuxWH2Kt300OjX3yU',
      sig: '7pvrxt287PmWfmlQYkxaHL1Z1YmzHQMge+eQpoC7iskaVtkzfp+vzdZtm2MomsBZ9XVwyt0onPO+RCKbgQMKBg==',
    },
  ],
};

/** Attestation of the grade of a run. */
export const exampleRunAttestation = {
  payloadType: 'application/vnd.in-toto+json',
  payload:
    'eyJfdHlwZSI6Imh0dHBzOi8vaW4tdG90by5pby9TdGF0ZW1lbnQvdjEiLCJwcmVkaWNhdGUiOnsiYXNzYXkiOnsiYWdlbnRfaWQiOiJjbGF1ZGUtY29kZSIsImV4cGlyZXNfYXQiOiIyMDI2LTEyLTE1VDEzOjAwOjAwLjAwMFoiLCJmb3JtdWxhX3ZlcnNpb24iOiIyIiwiZ3JhZGVkX2F0IjoiMjAyNi0xMS0xNVQxMjowMToyNi40ODBaIiwiaXNzdWVkX2F0IjoiMjAyNi0xMS0xNVQxMzowMDowMC4wMDBaIiwib3JnYW5pemF0aW9uX2lkIjoib3JnXzAxbTdldzBydmpyYWowdmZnZ3llbmI3eDk2Iiwib3ZlcmFsbCI6IlBBU1MiLCJydW5faWQiOiJydW5fMDFtN2V3MHJ2anJhajB2ZmdneWVuYjd4OTYiLCJzY2VuYXJpbyI6ImFkZC1pbnB1dC12YWxpZGF0aW9uIiwic2NvcmUiOjg5LCJ0aWVyIjoiR29sZCJ9LCJjb25maWd1cmF0aW9uIjpbeyJkaWdlc3QiOnsic2hhMjU2IjoiYzY3MjA2YWZiNmFkNTljZDBmMzViMGFhZTJmMWY3ZmFiNjg0ZjZlYjU3ZWM3Yjg5MmNiODI5ZWJiNjM0ZTM5MyJ9LCJuYW1lIjoidGFzayJ9LHsiZGlnZXN0Ijp7InNoYTI1NiI6ImJkYjQyMzMxZDdmODM1YWIxY2JjZWY3MWI5Y2ZhZTc3ZDdlNzNmYzYxY2Y1ZmExY2RhMDg1NDFhMGNjNDRjMzAifSwibmFtZSI6InNjb3JlcnMifV0sImZhaWxlZFRlc3RzIjpbXSwicGFzc2VkVGVzdHMiOlsidGVzdHMgcGFzcyIsInRlc3RzIHVudG91Y2hlZCJdLCJyZXN1bHQiOiJQQVNTRUQiLCJ3YXJuZWRUZXN0cyI6W119LCJwcmVkaWNhdGVUeXBlIjoiaHR0cHM6Ly9pbi10b3RvLmlvL2F0dGVzdGF0aW9uL3Rlc3QtcmVzdWx0L3YwLjEiLCJzdWJqZWN0IjpbeyJkaWdlc3QiOnsic2hhMjU2IjoiMTFkYTM0Y2U1MDUyNzliMWVlZGRiZjJkMGJjYzk0OTlmZDYyZDQ1NDY4MDYxNGJjYzIzYjhkZWUxODM2YTBiYSJ9LCJuYW1lIjoicnVuOm9yZ18wMW03ZXcwcnZqcmFqMHZmZ2d5ZW5iN3g5Ni9ydW5fMDFtN2V3MHJ2anJhajB2ZmdneWVuYjd4OTYifV19',
  signatures: [
    {
      keyid: '5_2KSd_dQVJy2gpC2c0baE3gNZHuxWH2Kt300OjX3yU',
      sig: 'vlc8YXKQ9crCT7B9Zt61FhYu/H8ODg5opSWV9hYtFZIWDzIoi1BJilX0mNnwdXxhjkywHox72F0Q9a7QqM8BCA==',
    },
  ],
};
