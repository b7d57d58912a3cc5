/** Page of the explorer. Its URLs are relative, so that it works behind a proxy with a path prefix. */
export const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>seedtop</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<div id="explorer"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;

/** Starts the explorer. No validator, because it would contact another host. */
export const startScript = `SwaggerUIBundle({
	url: new URL('docs/json', location.href).href,
	dom_id: '#explorer',
	deepLinking: true,
	validatorUrl: null,
	queryConfigEnabled: false,
	persistAuthorization: false,
	presets: [SwaggerUIBundle.presets.apis],
});
`;

/** Allows only the service's own content, and no embedding in frames. */
export const pagePolicy = [
	"default-src 'none'",
	"script-src 'self'",
	"style-src 'self' 'unsafe-inline'",
	"img-src 'self' data:",
	"connect-src 'self'",
	"base-uri 'none'",
	"form-action 'none'",
	"frame-ancestors 'none'",
].join('; ');
