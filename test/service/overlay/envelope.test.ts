import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
	decodeEnvelope,
	encodeEnvelope,
	isAuthentic,
	isCurrent,
	MAX_ENVELOPE_BYTES,
	MAX_FUTURE_MS,
} from '../../../source/service/overlay/envelope.ts';
import { Identity } from '../../../source/service/overlay/keys.ts';
import { MAX_BODY_BYTES } from '../../../source/service/overlay/overlay.ts';

const identity = new Identity(Buffer.alloc(32, 1));
const other = new Identity(Buffer.alloc(32, 2));

const time = fc.integer({ min: 0, max: 2 ** 48 - 1 });
const content = fc.record({
	recipient: fc.constantFrom(undefined, other.id),
	topic: fc.stringMatching(/^[a-z0-9-]{1,32}$/),
	sentMs: time,
	expiresMs: time,
	body: fc.uint8Array({ maxLength: 400 }),
});

const example = {
	recipient: undefined,
	topic: 'test',
	sentMs: 1_000_000_000_000,
	expiresMs: 1_000_000_060_000,
	body: Buffer.from('body'),
};

describe('envelope', () => {
	test('keeps all fields', () => {
		fc.assert(
			fc.property(content, (fields) => {
				const decoded = decodeEnvelope(encodeEnvelope(identity, fields));
				expect(decoded).toMatchObject({
					author: identity.id,
					recipient: fields.recipient,
					topic: fields.topic,
					sentMs: fields.sentMs,
					expiresMs: fields.expiresMs,
				});
				expect(decoded?.body.equals(fields.body)).toBe(true);
				expect(decoded?.sealKey).toEqual(identity.publicSealKey);
				expect(decoded && isAuthentic(decoded)).toBe(true);
			}),
			{ numRuns: 50 },
		);
	});

	test('is not authentic after any change of any byte', () => {
		const bytes = encodeEnvelope(identity, example);
		fc.assert(
			fc.property(fc.nat({ max: bytes.length - 1 }), fc.integer({ min: 1, max: 255 }), (position, change) => {
				const changed = Buffer.from(bytes);
				changed[position] = (changed[position] ?? 0) ^ change;
				const decoded = decodeEnvelope(changed);
				expect(decoded !== undefined && isAuthentic(decoded)).toBe(false);
			}),
			{ numRuns: 300 },
		);
	});

	test('decodes any bytes without an error, and only to what was encoded', () => {
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
				const decoded = decodeEnvelope(bytes);
				expect(decoded !== undefined && isAuthentic(decoded)).toBe(false);
			}),
		);
		const bytes = encodeEnvelope(identity, example);
		for (let length = 0; length < bytes.length; length++) {
			const decoded = decodeEnvelope(bytes.subarray(0, length));
			expect(decoded !== undefined && isAuthentic(decoded)).toBe(false);
		}
	});

	test('is limited in size', () => {
		const largest = { ...example, topic: 't'.repeat(32), body: Buffer.alloc(MAX_BODY_BYTES) };
		const bytes = encodeEnvelope(identity, largest);
		expect(bytes.length).toBe(MAX_ENVELOPE_BYTES);
		expect(decodeEnvelope(bytes)?.body.length).toBe(MAX_BODY_BYTES);
		expect(decodeEnvelope(Buffer.concat([bytes, Buffer.alloc(1)]))).toBeUndefined();
		const tooLarge = Buffer.alloc(MAX_BODY_BYTES + 1);
		expect(() => encodeEnvelope(identity, { ...example, body: tooLarge })).toThrow(RangeError);
		expect(() => encodeEnvelope(identity, { ...example, topic: 'A' })).toThrow(RangeError);
	});

	test('is forged if another author signed it', () => {
		const bytes = encodeEnvelope(identity, example);
		Buffer.from(other.id, 'hex').copy(bytes, 2);
		const decoded = decodeEnvelope(bytes);
		expect(decoded?.author).toBe(other.id);
		expect(decoded && isAuthentic(decoded)).toBe(false);
	});

	test('is current until it expires, and at most 5 minutes before its time', () => {
		const decoded = decodeEnvelope(encodeEnvelope(identity, example));
		const at = (nowMs: number) => decoded !== undefined && isCurrent(decoded, nowMs);
		expect(at(example.sentMs - MAX_FUTURE_MS - 1)).toBe(false);
		expect(at(example.sentMs - MAX_FUTURE_MS)).toBe(true);
		expect(at(example.expiresMs - 1)).toBe(true);
		expect(at(example.expiresMs)).toBe(false);
	});
});
