import { createPublicKey, type KeyObject, sign } from 'node:crypto';

const SEQUENCE = 0x30;
const SET = 0x31;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OBJECT_ID = 0x06;
const UTF8_STRING = 0x0c;
const UTC_TIME = 0x17;
const GENERALIZED_TIME = 0x18;
/** [0] EXPLICIT, in which a certificate has its version. */
const VERSION = 0xa0;

/** id-Ed25519, 1.3.101.112 (RFC 8410). */
const ED25519 = Buffer.from([0x2b, 0x65, 0x70]);
/** id-at-commonName, 2.5.4.3. */
const COMMON_NAME = Buffer.from([0x55, 0x04, 0x03]);

/** Encodes one DER value of less than 64 KiB. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
	const content = Buffer.concat(parts);
	const length = content.length;
	const size =
		length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
	return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

/**
 * Returns a self-signed certificate (RFC 5280) of an Ed25519 key, as PEM. Only the key identifies a service, so the
 * name is the same for all and the certificate never expires.
 */
export function selfSignedCertificate(privateKey: KeyObject): string {
	const algorithm = der(SEQUENCE, der(OBJECT_ID, ED25519));
	const commonName = der(SEQUENCE, der(OBJECT_ID, COMMON_NAME), der(UTF8_STRING, Buffer.from('seedtop')));
	const name = der(SEQUENCE, der(SET, commonName));
	const validity = der(
		SEQUENCE,
		der(UTC_TIME, Buffer.from('200101000000Z')),
		der(GENERALIZED_TIME, Buffer.from('99991231235959Z')),
	);
	const content = der(
		SEQUENCE,
		der(VERSION, der(INTEGER, Buffer.of(2))),
		der(INTEGER, Buffer.of(1)),
		algorithm,
		name,
		validity,
		name,
		createPublicKey(privateKey).export({ format: 'der', type: 'spki' }),
	);
	const signature = der(BIT_STRING, Buffer.of(0), sign(null, content, privateKey));
	const base64 = der(SEQUENCE, content, algorithm, signature).toString('base64');
	const lines = base64.match(/.{1,64}/g) ?? [];
	return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
