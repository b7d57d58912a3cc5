import { generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import type { SignaturePurpose, Signatures } from '../../../../source/service/market/ledger/note.ts';

const keys = new Map<string, { readonly publicKey: KeyObject; readonly privateKey: KeyObject }>();
const signed = (purpose: SignaturePurpose, content: string) => Buffer.from(`${purpose}\0${content}`);

/** Returns Ed25519 signatures of a trader. All traders of a test know each other's public keys. */
export function keySignatures(trader: string): Signatures {
	const own = keys.get(trader) ?? generateKeyPairSync('ed25519');
	keys.set(trader, own);
	return {
		trader,
		sign: (purpose, content) => sign(null, signed(purpose, content), own.privateKey).toString('base64'),
		verify(other, purpose, content, signature) {
			const key = keys.get(other)?.publicKey;
			return (
				key !== undefined && verify(null, signed(purpose, content), key, Buffer.from(signature, 'base64'))
			);
		},
	};
}
