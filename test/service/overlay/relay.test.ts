import { expect, test } from 'vitest';
import type { Frame } from '../../../source/service/overlay/frames.ts';
import { decodeSealed, MAX_HOPS, seal } from '../../../source/service/overlay/sealed.ts';
import { until } from '../../programs/until.ts';
import {
	body,
	connectRaw,
	inMinutes,
	newIdentity,
	signed,
	startOverlay,
	type TestOverlay,
	TOPIC,
	untilConnected,
} from './overlay-fixture.ts';

/** Starts a service between two others that do not know each other's addresses. */
async function line(): Promise<readonly [TestOverlay, TestOverlay, TestOverlay]> {
	const middle = await startOverlay({ announces: false });
	const ends = { peers: [middle.address], announces: false };
	const [first, last] = await Promise.all([startOverlay(ends), startOverlay(ends)]);
	await untilConnected(first, middle);
	await untilConnected(last, middle);
	return [first, middle, last];
}

/** Publishes a message, so that the others learn the key for sealed messages. */
async function introduce(service: TestOverlay, to: TestOverlay): Promise<void> {
	service.overlay.publish(TOPIC, body('hello'), inMinutes(5));
	await until(() => to.published.includes('hello'));
}

test('services that cannot connect exchange messages through another one', async () => {
	const [first, middle, last] = await line();
	await introduce(last, first);
	await introduce(first, last);
	first.overlay.send(last.id, TOPIC, body('question'));
	await until(() => last.received.length === 1);
	expect(last.received).toEqual(['question']);
	expect(last.messages.at(-1)).toMatchObject({ from: first.id, via: middle.id });
	last.overlay.send(first.id, TOPIC, body('answer'));
	await until(() => first.received.length === 1);
	expect(first.received).toEqual(['answer']);
	expect(middle.received).toEqual([]);
	expect(first.isConnected(last)).toBe(false);
});

test('a message to a service with an unknown key is dropped', async () => {
	const [first, middle, last] = await line();
	first.overlay.send(last.id, TOPIC, body('too early'));
	first.overlay.send(middle.id, TOPIC, body('next'));
	await until(() => middle.received.length === 1);
	await introduce(last, first);
	first.overlay.send(last.id, TOPIC, body('in time'));
	await until(() => last.received.length === 1);
	expect(last.received).toEqual(['in time']);
});

const sealedFrames = (frames: readonly Frame[]) => frames.filter(({ kind }) => kind === 'sealed');

test('the relaying service can neither read nor change a message', async () => {
	const [author, recipient] = [await startOverlay(), await startOverlay()];
	const [toAuthor, toRecipient] = [await connectRaw(author), await connectRaw(recipient)];
	toAuthor.send('published', signed(recipient.identity, 'hello'));
	await until(() => author.published.length === 1);
	const secret = 'one hundred for the secret thing';
	author.overlay.send(recipient.id, TOPIC, body(secret));
	await until(() => sealedFrames(toAuthor.frames).length === 1);
	const [sealed] = sealedFrames(toAuthor.frames);
	if (!sealed) throw new Error('nothing was relayed');
	const { payload } = sealed;
	// The relay sees the recipient, but neither the content nor the author.
	expect(payload.includes(Buffer.from(recipient.id, 'hex'))).toBe(true);
	for (const hidden of [secret, TOPIC, Buffer.from(author.id, 'hex'), author.identity.publicSealKey])
		expect(payload.includes(hidden)).toBe(false);
	for (const at of [5, 20, 60, 80, payload.length - 1]) {
		const changed = Buffer.from(payload);
		changed[at] = (changed[at] ?? 0) ^ 1;
		toRecipient.send('sealed', changed);
	}
	toRecipient.send('sealed', payload);
	toRecipient.send('sealed', payload);
	toRecipient.send('published', signed(newIdentity(), 'the end'));
	await until(() => recipient.published.length === 1);
	expect(recipient.received).toEqual([secret]);
	expect(toRecipient.isClosed()).toBe(false);
});

test('a sealed message is relayed once, with one hop less', async () => {
	const middle = await startOverlay();
	const [from, to, other] = [await connectRaw(middle), await connectRaw(middle), await connectRaw(middle)];
	const unknownPeer = newIdentity();
	const envelope = signed(from.identity, 'text', { recipient: unknownPeer.id });
	const sealed = seal(envelope, unknownPeer.id, unknownPeer.publicSealKey, inMinutes(1));
	for (let copy = 0; copy < 3; copy++) from.send('sealed', sealed);
	await until(() => sealedFrames(to.frames).length === 1 && sealedFrames(other.frames).length === 1);
	const relayed = sealedFrames(to.frames)[0]?.payload;
	expect(relayed && decodeSealed(relayed)?.hops).toBe(MAX_HOPS - 1);
	// The copies that come back end here.
	if (relayed) to.send('sealed', relayed);
	const direct = seal(envelope, to.id, to.identity.publicSealKey, inMinutes(1));
	from.send('sealed', direct);
	await until(() => sealedFrames(to.frames).length === 2);
	expect(sealedFrames(from.frames)).toEqual([]);
	// A connected recipient alone gets its message.
	expect(sealedFrames(other.frames)).toHaveLength(1);
});

test('sealed messages without hops, without time or with a long life are not relayed', async () => {
	const middle = await startOverlay();
	const [from, to] = [await connectRaw(middle), await connectRaw(middle)];
	const unknownPeer = newIdentity();
	const sealed = (expiresMs: number, hops: number) => {
		const bytes = seal(Buffer.from('text'), unknownPeer.id, unknownPeer.publicSealKey, expiresMs);
		bytes[1] = hops;
		return bytes;
	};
	from.send('sealed', sealed(inMinutes(1), 0));
	from.send('sealed', sealed(inMinutes(-1), MAX_HOPS));
	from.send('sealed', sealed(inMinutes(60), MAX_HOPS));
	const last = sealed(inMinutes(1), 1);
	from.send('sealed', last);
	await until(() => sealedFrames(to.frames).length > 0);
	expect(sealedFrames(to.frames).map(({ payload }) => decodeSealed(payload)?.key)).toEqual([
		decodeSealed(last)?.key,
	]);
});

test('a peer relays a limited number of messages', async () => {
	const middle = await startOverlay({ limits: { relayedMessages: { perSecond: 0.001, burst: 5 } } });
	const [from, to] = [await connectRaw(middle), await connectRaw(middle)];
	const unknownPeer = newIdentity();
	for (let index = 0; index < 20; index++)
		from.send('sealed', seal(Buffer.of(index), unknownPeer.id, unknownPeer.publicSealKey, inMinutes(1)));
	from.send('published', signed(newIdentity(), 'the end'));
	await until(() => to.frames.some(({ kind }) => kind === 'published'));
	expect(sealedFrames(to.frames)).toHaveLength(5);
});

test('an envelope that its recipient seals again to another service blames nobody', async () => {
	const service = await startOverlay();
	const [author, relay] = [await connectRaw(service), await connectRaw(service)];
	const envelope = signed(author.identity, 'to the relay', { recipient: relay.id });
	for (let copy = 0; copy < 20; copy++)
		relay.send('sealed', seal(envelope, service.id, service.identity.publicSealKey, inMinutes(1)));
	author.send('published', signed(author.identity, 'still welcome'));
	await until(() => service.published.length === 1);
	expect(service.received).toEqual([]);
	expect([author.isClosed(), relay.isClosed()]).toEqual([false, false]);
});

test('the author of invalid relayed messages is blocked, not the relaying service', async () => {
	const service = await startOverlay();
	service.verdict = (text) => (text.startsWith('bad') ? 'reject' : 'accept');
	const relay = await connectRaw(service);
	const author = newIdentity();
	for (let index = 0; index < 10; index++) {
		const envelope = signed(author, `bad ${index}`, { recipient: service.id });
		relay.send('sealed', seal(envelope, service.id, service.identity.publicSealKey, inMinutes(1)));
	}
	await until(() => service.received.length === 10);
	relay.send('published', signed(author, 'good'));
	relay.send('published', signed(newIdentity(), 'of another author'));
	await until(() => service.published.length === 1);
	expect(service.published).toEqual(['of another author']);
	expect(relay.isClosed()).toBe(false);
});
