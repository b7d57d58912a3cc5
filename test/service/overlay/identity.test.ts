import { createPublicKey, diffieHellman, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Signatures } from '../../../source/service/market/ledger/note.ts';
import { IDENTITY_FILE, identityText, openIdentity } from '../../../source/service/overlay/identity.ts';
import { Identity } from '../../../source/service/overlay/keys.ts';
import { rawPublicKey } from '../../../source/service/overlay/public-key.ts';
import { PathGuard } from '../../../source/service/storage/path-guard.ts';
import { ServiceOwned } from '../../../source/service/storage/refused-path.ts';
import { makeFolder } from '../../fixtures/folder.ts';

describe('openIdentity', () => {
	test('creates a file with mode 0600 and reads it again', async () => {
		const folder = join(await makeFolder(), 'state');
		const { id } = openIdentity(folder);
		expect(id).toMatch(/^[0-9a-f]{64}$/);
		expect((await stat(join(folder, IDENTITY_FILE))).mode & 0o777).toBe(0o600);
		expect((await stat(folder)).mode & 0o777).toBe(0o700);
		expect(await readdir(folder)).toEqual([IDENTITY_FILE]);
		expect(openIdentity(folder).id).toBe(id);
	});

	test('refuses a file that other accounts can read', async () => {
		const folder = await makeFolder();
		openIdentity(folder);
		const path = join(folder, IDENTITY_FILE);
		await chmod(path, 0o640);
		expect(() => openIdentity(folder)).toThrow(identityText.readable(path));
	});

	test.each(['', 'not a key', 'ab'.repeat(31), 'ab'.repeat(33)])(
		'refuses the damaged content %j and keeps it',
		async (content) => {
			const folder = await makeFolder();
			const path = join(folder, IDENTITY_FILE);
			await writeFile(path, content, { mode: 0o600 });
			expect(() => openIdentity(folder)).toThrow(identityText.damaged(path));
			expect(await readFile(path, 'utf8')).toBe(content);
		},
	);

	test('reports a state folder that cannot be used', async () => {
		const folder = join(await makeFolder(), 'file');
		await writeFile(folder, '');
		expect(() => openIdentity(folder)).toThrow(join(folder, IDENTITY_FILE));
	});

	test('keeps its file in the state folder, where no download may touch it', async () => {
		const folder = await makeFolder();
		openIdentity(folder);
		const guard = new PathGuard({
			stateFolder: folder,
			keyFile: null,
			settingsFile: null,
			logFile: null,
			watchFolders: [],
			commandFiles: [],
		});
		await expect(guard.check(join(folder, IDENTITY_FILE))).rejects.toThrow(ServiceOwned);
	});
});

describe('Identity', () => {
	const seed = Buffer.alloc(32, 7);
	const identity = new Identity(seed);

	test('has the public key of its seed as id', () => {
		// Test 1 of RFC 8032, 7.1.
		const rfc = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex');
		expect(new Identity(rfc).id).toBe('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a');
	});

	test('signs for one purpose', () => {
		const signature = identity.sign('note', 'content');
		expect(identity.verify(identity.id, 'note', 'content', signature)).toBe(true);
		expect(identity.verify(identity.id, 'receipt', 'content', signature)).toBe(false);
		expect(identity.verify(identity.id, 'note', 'contents', signature)).toBe(false);
		expect(identity.verify('ab'.repeat(32), 'note', 'content', signature)).toBe(false);
		for (const invalid of ['', 'zz', signature.slice(2), `${signature}00`, signature.toUpperCase()])
			expect(identity.verify(identity.id, 'note', 'content', invalid)).toBe(false);
		for (const id of ['', 'zz', identity.id.slice(2), identity.id.toUpperCase()])
			expect(identity.verify(id, 'note', 'content', signature)).toBe(false);
	});

	test('fits the signatures of the market', () => {
		const signatures: Signatures = {
			trader: identity.id,
			sign: (purpose, content) => identity.sign(purpose, content),
			verify: (trader, purpose, content, signature) => identity.verify(trader, purpose, content, signature),
		};
		expect(signatures.verify(identity.id, 'note', 'a', signatures.sign('note', 'a'))).toBe(true);
	});

	test('has a certificate of its key, signed by itself', () => {
		const certificate = new X509Certificate(identity.tls.cert);
		expect(rawPublicKey(certificate.publicKey).toString('hex')).toBe(identity.id);
		expect(certificate.verify(certificate.publicKey)).toBe(true);
		expect(certificate.subject).toBe('CN=seedtop');
	});

	test('derives the same key for sealed messages again, and another one for another seed', () => {
		expect(new Identity(seed).publicSealKey).toEqual(identity.publicSealKey);
		expect(new Identity(Buffer.alloc(32, 8)).publicSealKey).not.toEqual(identity.publicSealKey);
		expect(identity.publicSealKey.toString('hex')).not.toBe(identity.id);
		const other = generateKeyPairSync('x25519');
		expect(diffieHellman({ privateKey: identity.sealKey, publicKey: other.publicKey })).toEqual(
			diffieHellman({ privateKey: other.privateKey, publicKey: createPublicKey(identity.sealKey) }),
		);
	});
});
