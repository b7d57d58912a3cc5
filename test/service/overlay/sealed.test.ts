import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Identity } from '../../../source/service/overlay/keys.ts';
import { decodeSealed, MAX_HOPS, seal, unseal, withoutHop } from '../../../source/service/overlay/sealed.ts';

const recipient = new Identity(Buffer.alloc(32, 1));
const relay = new Identity(Buffer.alloc(32, 2));
const expiresMs = 1_000_000_000_000;
const content = Buffer.from('a secret offer');
const sealed = () => seal(content, recipient.id, recipient.publicSealKey, expiresMs);

function decoded(bytes: Buffer) {
	const message = decodeSealed(bytes);
	if (!message) throw new Error('malformed');
	return message;
}

describe('sealed message', () => {
	test('opens for its recipient only', () => {
		const message = decoded(sealed());
		expect(message).toMatchObject({ recipient: recipient.id, expiresMs, hops: MAX_HOPS });
		expect(unseal(message, recipient)).toEqual(content);
		expect(unseal(message, relay)).toBeUndefined();
		expect(message.bytes.includes('secret')).toBe(false);
	});

	test('opens for no other service that claims to be the recipient', () => {
		const message = decoded(seal(content, recipient.id, relay.publicSealKey, expiresMs));
		expect(unseal(message, recipient)).toBeUndefined();
	});

	test('differs each time', () => {
		expect(sealed()).not.toEqual(sealed());
	});

	test('keeps its key and content when it is relayed', () => {
		const message = decoded(sealed());
		const relayed = decoded(withoutHop(message));
		expect(relayed.hops).toBe(MAX_HOPS - 1);
		expect(relayed.key).toBe(message.key);
		expect(unseal(relayed, recipient)).toEqual(content);
	});

	test('does not open after a change of any byte but the number of hops', () => {
		const bytes = sealed();
		fc.assert(
			fc.property(fc.nat({ max: bytes.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, change) => {
				fc.pre(at !== 1);
				const changed = Buffer.from(bytes);
				changed[at] = (changed[at] ?? 0) ^ change;
				const message = decodeSealed(changed);
				// The highest bit of an X25519 key is ignored (RFC 7748, 5), but it is part of the salt.
				expect(message && unseal(message, recipient)).toBeUndefined();
			}),
			{ numRuns: 300 },
		);
	});

	test('decodes any bytes without an error', () => {
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
				const message = decodeSealed(Buffer.from(bytes));
				expect(message && unseal(message, recipient)).toBeUndefined();
			}),
		);
		expect(unseal(decoded(Buffer.concat([Buffer.of(1), Buffer.alloc(150)])), recipient)).toBeUndefined();
	});

	test('cannot start with more hops than allowed', () => {
		const bytes = sealed();
		bytes[1] = MAX_HOPS + 1;
		expect(decodeSealed(bytes)).toBeUndefined();
	});
});
