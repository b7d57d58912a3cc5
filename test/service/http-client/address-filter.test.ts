import { expect, test } from 'vitest';
import { filteredLookup, type ResolveAll } from '../../../source/service/http-client/address-filter.ts';

const resolve: ResolveAll = (_, __, done) =>
	done(null, [
		{ address: '::1', family: 6 },
		{ address: '127.0.0.1', family: 4 },
		{ address: '8.8.8.8', family: 4 },
	]);
const withoutLocal = (addresses: readonly string[]) =>
	addresses.filter((address) => address !== '::1' && address !== '127.0.0.1');

/** Resolves with the addresses for a socket. */
function lookUp(all: boolean, lookup = filteredLookup(withoutLocal, resolve)) {
	return new Promise((settle, fail) => {
		lookup('any', { all }, (error, addresses, family) => {
			if (error) fail(error);
			else settle(family === undefined ? addresses : [addresses, family]);
		});
	});
}

test('a filtered lookup has the addresses that pass, for a socket that tries one or all', async () => {
	expect(await lookUp(true)).toEqual([{ address: '8.8.8.8', family: 4 }]);
	expect(await lookUp(false)).toEqual(['8.8.8.8', 4]);
});

test('a filtered lookup fails with the error of the filter, or of the resolver', async () => {
	const refusing = filteredLookup(() => {
		throw new Error('refused');
	}, resolve);
	await expect(lookUp(true, refusing)).rejects.toThrow('refused');
	const failing = filteredLookup(withoutLocal, (_, __, done) => done(new Error('not found'), []));
	await expect(lookUp(true, failing)).rejects.toThrow('not found');
});
