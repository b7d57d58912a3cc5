import { parseAddress } from './address.ts';

/** Maximum addresses in one message. */
export const MAX_ADDRESSES = 64;

/** Encodes addresses: for each its length and its text. */
export function encodeAddresses(addresses: readonly string[]): Buffer {
	const parts = addresses.slice(0, MAX_ADDRESSES).flatMap((address) => {
		const text = Buffer.from(address, 'latin1');
		return text.length < 256 ? [Buffer.of(text.length), text] : [];
	});
	return Buffer.concat(parts);
}

/** Undefined if the message is malformed. */
export function decodeAddresses(bytes: Buffer): readonly string[] | undefined {
	const addresses: string[] = [];
	for (let at = 0; at < bytes.length; ) {
		const end = at + 1 + bytes.readUInt8(at);
		const address = bytes.toString('latin1', at + 1, end);
		if (end > bytes.length || addresses.length === MAX_ADDRESSES || !parseAddress(address)) return undefined;
		addresses.push(address);
		at = end;
	}
	return addresses;
}
