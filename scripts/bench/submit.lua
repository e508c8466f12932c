-- Sends a new contact message with each request, from a new IP address and a new e-mail address.
-- wrk -s submit.lua URL -- FIRST_NUMBER E_MAIL_DOMAIN (an empty domain makes every message invalid)
local number, domain

function init(args)
  number, domain = tonumber(args[1]), args[2] or ""
end

function request()
  number = number + 1
  local headers = {
    ["Content-Type"] = "application/json",
    ["Accept"] = "application/json",
    ["X-Forwarded-For"] = string.format("10.%d.%d.%d", number / 65536 % 256, number / 256 % 256, number % 256),
  }
  local body = '{"name":"Léa Martin","email":"charge-%d@%s","subject":"commande","message":"Bonjour."}'
  return wrk.format("POST", nil, headers, string.format(body, number, domain))
end

-- Connections send their first request only when all are open, because Node accepts one connection per turn of its
-- event loop and requests of the first ones would delay the others.
local opening = 64

function delay()
  if opening == 0 then return 0 end
  opening = opening - 1
  return 200
end
