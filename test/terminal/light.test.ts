import { build } from 'esbuild';
import { expect, test } from 'vitest';

/** Returns the packages, and files of this folder, that are loaded before the first frame. */
async function loadedWith(entry: string): Promise<{ packages: string[]; bytes: number }> {
	const { metafile } = await build({
		entryPoints: [entry],
		bundle: true,
		splitting: true,
		format: 'esm',
		platform: 'node',
		outdir: 'nowhere',
		write: false,
		metafile: true,
		minify: true,
		external: ['react-devtools-core'],
		absWorkingDir: new URL('../..', import.meta.url).pathname,
		logLevel: 'silent',
	});
	const { outputs } = metafile;
	const first = Object.keys(outputs).find((name) => outputs[name]?.entryPoint === entry) ?? '';
	const loaded = new Set([first]);
	for (const name of loaded) {
		for (const { path, kind } of outputs[name]?.imports ?? []) {
			if (kind === 'import-statement' && outputs[path]) loaded.add(path);
		}
	}
	const inputs = [...loaded].flatMap((name) => Object.keys(outputs[name]?.inputs ?? {}));
	const packages = inputs.flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []);
	const bytes = [...loaded].reduce((sum, name) => sum + (outputs[name]?.bytes ?? 0), 0);
	return { packages: [...new Set(packages)], bytes };
}

// The painter needs the cells of every character. The table has 4 kB and no dependencies.
test('the first lines load no package but the width table: neither React nor Ink', async () => {
	const { packages, bytes } = await loadedWith('source/tui/terminal/mount.ts');
	expect(packages).toEqual(['get-east-asian-width']);
	expect(bytes).toBeLessThan(60_000);
});

test('the app loads packages, which proves the check above', async () => {
	const { packages } = await loadedWith('source/tui/terminal/ink-app.tsx');
	expect(packages).toEqual(expect.arrayContaining(['react', 'ink', 'yoga-layout']));
});
