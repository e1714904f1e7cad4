/* trusted.js: marks addresses of scripts as trusted, as the pages' policy (Trusted Types) requires. */
let policy;

export function scriptAddress(url) {
  const types = globalThis.trustedTypes;
  if (types === undefined) return String(url);
  policy ??= types.createPolicy("talon", { createScriptURL: (address) => address });
  return policy.createScriptURL(String(url));
}
