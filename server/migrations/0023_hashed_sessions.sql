-- A session's token is kept as its SHA-256; cookies that are out go on.
update sessions set token = encode(sha256(convert_to(token, 'UTF8')), 'hex');
